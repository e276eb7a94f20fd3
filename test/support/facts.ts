import fc from 'fast-check';
import type { AskedAs } from '../../contract/askedAs.ts';
import { attachedUrl, ATTACHMENT_LIMITS, type Attachment } from '../../contract/attachments.ts';
import { FACT_LIMITS, type Fact } from '../../contract/facts.ts';

/** A reason why a person is asked. */
export const anyReason = (text: (max: number) => fc.Arbitrary<string>): fc.Arbitrary<AskedAs> =>
  fc.oneof(
    fc.constant<AskedAs>({ kind: 'starter' }),
    text(500).map((name): AskedAs => ({ kind: 'group', name })),
  );

/** Facts of maximum length, with any text. @param text of at most so many characters */
export function anyFacts(text: (max: number) => fc.Arbitrary<string>): fc.Arbitrary<Fact[]> {
  const label = text(FACT_LIMITS.label).map((words) => words || 'x');
  const value = text(FACT_LIMITS.text);
  const url = fc
    .tuple(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.nat({ max: FACT_LIMITS.url - 300 }))
    .map(([start, length]) => new URL(start).href.slice(0, 250) + 'x'.repeat(length));
  const fact = fc.oneof(
    fc.record({ label, kind: fc.constant('text' as const), value }),
    fc.record({ label, kind: fc.constant('number' as const), value: fc.option(fc.double({ noNaN: true })) }),
    fc.record({
      label,
      kind: fc.constant('money' as const),
      value: fc.record({ amount: fc.double({ noNaN: true }), currency: fc.constantFrom('EUR', 'JPY', 'XYZ') }),
    }),
    fc.record({
      label,
      kind: fc.constant('person' as const),
      value: text(FACT_LIMITS.name).map((displayName) => ({ displayName })),
    }),
    fc.record({
      label,
      kind: fc.constant('link' as const),
      value: fc.record({ url, text: text(FACT_LIMITS.linkText) }),
    }),
  );
  return fc.array(fact, { maxLength: FACT_LIMITS.facts });
}

/** Attachments likewise. */
export function anyAttachments(text: (max: number) => fc.Arbitrary<string>): fc.Arbitrary<Attachment[]> {
  const label = text(ATTACHMENT_LIMITS.label).map((words) => words || 'x');
  const url = fc
    .tuple(
      fc.webUrl({ validSchemes: ['https'], withQueryParameters: true }),
      fc.nat({ max: ATTACHMENT_LIMITS.url - 300 }),
    )
    .map(([start, length]) => attachedUrl(new URL(start).href.slice(0, 250) + 'x'.repeat(length)));
  const file = fc.record({
    id: fc.constant('01ARZ3NDEKTSV4RRFFQ69G5FAV'),
    name: text(255).map((name) => name || 'file'),
    size: fc.nat(),
    type: fc.constant('application/pdf'),
  });
  const attachment = fc.oneof(
    fc.record({ label, kind: fc.constant('link' as const), url }),
    fc.record({ label, kind: fc.constant('file' as const), file: fc.option(file) }),
  );
  return fc.array(attachment, { maxLength: ATTACHMENT_LIMITS.shown });
}
