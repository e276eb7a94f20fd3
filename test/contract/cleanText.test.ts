import { expect } from 'chai';
import fc from 'fast-check';
import { cleanContext, cleanSpec, hasTurns, withoutTurns } from '../../contract/cleanText.ts';
import { optionsOf, type Option, type VariableSpec } from '../../contract/variables.ts';

const TURNS = [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'];
const turned = fc
  .array(fc.constantFrom(...TURNS, 'a', 'ש', '😀', ' '), { minLength: 1 })
  .map((signs) => signs.join(''));
const maybe = fc.option(turned, { nil: undefined });
const option: fc.Arbitrary<Option> = fc.record({ value: turned, label: maybe, description: maybe });
const spec: fc.Arbitrary<VariableSpec> = fc.record({
  name: fc.constant('what'),
  type: fc.constantFrom('select' as const, 'text' as const),
  label: maybe,
  description: maybe,
  placeholder: maybe,
  default: turned,
  options: fc.option(fc.array(fc.oneof(option, fc.record({ label: turned, options: fc.array(option) }))), {
    nil: undefined,
  }),
  validation: fc.option(fc.record({ message: maybe }), { nil: undefined }),
  columns: fc.option(
    fc.array(fc.record({ name: fc.constant('a'), label: maybe, type: fc.constant('text' as const) })),
    {
      nil: undefined,
    },
  ),
});

/** All the text of a field that people read. */
const read = (each: VariableSpec): string =>
  JSON.stringify([
    [each.label, each.description, each.placeholder, each.validation?.message],
    each.columns?.map(({ label }) => label),
    each.options?.map((entry) => ('options' in entry ? entry.label : '')),
    optionsOf(each).map(({ value, label = value, description }) => [label, description]),
  ]);

describe('contract/cleanText', () => {
  it('knows U+202E and similar characters, and leaves everything else', () => {
    for (const turn of TURNS) expect([hasTurns(`a${turn}b`), withoutTurns(`a${turn}b`)]).to.deep.equal([true, 'ab']);
    for (const plain of ['', '\u05d0\u05d1', 'a\nb', '👩\u200d🚒']) {
      expect(hasTurns(plain)).to.equal(false);
      expect(withoutTurns(plain)).to.equal(plain);
    }
  });

  it('removes them from all text of a field, but never from an answer', () => {
    fc.assert(
      fc.property(spec, (dirty) => {
        const clean = cleanSpec(dirty);
        expect(hasTurns(read(clean))).to.equal(false);
        expect(withoutTurns(read(clean))).to.equal(withoutTurns(read(dirty)));
        expect(optionsOf(clean).map(({ value }) => value)).to.deep.equal(optionsOf(dirty).map(({ value }) => value));
        expect(clean.default).to.equal(dirty.default);
      }),
    );
  });

  it('removes them from earlier messages', () => {
    const context = { chatName: 'O\u202eK', recentMessages: [{ role: 'ai' as const, content: '\u2067Hi' }] };
    expect(cleanContext({ ...context, totalMessages: 1 })).to.deep.equal({
      chatName: 'OK',
      recentMessages: [{ role: 'ai', content: 'Hi' }],
      totalMessages: 1,
    });
  });
});
