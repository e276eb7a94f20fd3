import { z } from 'zod';
import { FACT_LIMITS } from '../../contract/facts.ts';
import type { Expression } from '../flow/nodeType.ts';

const shared = {
  label: z.string().trim().min(1).max(FACT_LIMITS.label),
  value: z.string().min(1).max(2000).describe('an expression').meta({ kind: 'expression' }),
};

/** A key figure as declared by the author. */
export const FactSpec = z.discriminatedUnion('kind', [
  z.strictObject({ ...shared, kind: z.literal('text') }),
  z.strictObject({ ...shared, kind: z.literal('number') }),
  z.strictObject({
    ...shared,
    kind: z.literal('money'),
    currency: z
      .string()
      .trim()
      .min(1)
      .max(2000)
      .describe('an ISO 4217 code such as EUR, or an expression that returns one')
      .meta({ kind: 'expression' }),
  }),
  z.strictObject({ ...shared, kind: z.literal('date').describe('a day, or a date and time') }),
  z.strictObject({
    ...shared,
    kind: z.literal('person').describe('an object id, an address, or the value of a people picker'),
  }),
  z.strictObject({
    ...shared,
    kind: z.literal('link').describe('http or https'),
    text: z.string().min(1).max(2000).optional().describe('a template').meta({ kind: 'template' }),
  }),
]);
export type FactSpec = z.infer<typeof FactSpec>;

/** Three capital letters are a currency code; anything else is an expression that returns one. */
export const isCurrencyCode = (text: string): boolean => /^[A-Z]{3}$/.test(text);

/** The expressions to compile when the flow is saved, by their field in the node's config. */
export const expressionsInFacts = (facts: readonly FactSpec[] = []): Expression[] =>
  facts.flatMap((spec, n): Expression[] => {
    const at = `facts.${n}`;
    const value: Expression = { field: `${at}.value`, text: spec.value, kind: 'expression' };
    if (spec.kind === 'money' && !isCurrencyCode(spec.currency))
      return [value, { field: `${at}.currency`, text: spec.currency, kind: 'expression' }];
    if (spec.kind === 'link' && spec.text !== undefined)
      return [value, { field: `${at}.text`, text: spec.text, kind: 'template' }];
    return [value];
  });
