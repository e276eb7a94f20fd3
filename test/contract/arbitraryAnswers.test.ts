import { expect } from 'chai';
import fc from 'fast-check';
import { checkAnswers } from '../../contract/answers.ts';
import { inEnglish } from '../../contract/english.ts';
import { VARIABLE_TYPES } from '../../contract/variables.ts';
import { COLUMNS, matches, OPTIONS } from './answerCases.ts';

describe('checkAnswers on arbitrary input', () => {
  const ZOD_WORDS = /invalid|expected|unrecognized|too (small|big)|received|required\b|pattern/i;
  const anySpec = fc.record(
    {
      name: fc.constantFrom('value', 'constructor', 'field'),
      type: fc.constantFrom(...VARIABLE_TYPES),
      required: fc.boolean(),
      options: fc.constant(OPTIONS),
      columns: fc.constant(COLUMNS),
      validation: fc.record(
        {
          min: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.string()),
          max: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.string()),
          step: fc.constantFrom(0.1, 2),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ['name', 'type'] },
  );
  const nearly = fc.oneof(
    fc.jsonValue(),
    fc.array(fc.record({ item: fc.jsonValue(), price: fc.jsonValue() }, { requiredKeys: [] })),
    fc.array(fc.record({ label: fc.jsonValue(), children: fc.jsonValue() }, { requiredKeys: [] })),
    fc.record({ id: fc.jsonValue(), displayName: fc.jsonValue(), email: fc.jsonValue() }, { requiredKeys: [] }),
  );

  it('never throws, and uses only our own words', () => {
    const property = fc.property(anySpec, nearly, fc.boolean(), (spec, value, isOther) => {
      const result = checkAnswers([spec], { [isOther ? 'other' : spec.name]: value }, { matches });
      if (result.ok) return;
      expect(Object.keys(result.checks)).to.not.deep.equal([]);
      for (const message of Object.values(result.checks).map(inEnglish))
        expect(message)
          .to.match(/^[A-Z].*\.$/)
          .and.not.match(ZOD_WORDS);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it('accepts its own output, and returns it unchanged', () => {
    const property = fc.property(anySpec, nearly, (spec, value) => {
      if (spec.type === 'hidden') return;
      const first = checkAnswers([spec], { [spec.name]: value }, { matches });
      if (first.ok) expect(checkAnswers([spec], first.values, { matches })).to.deep.equal(first);
    });
    fc.assert(property, { numRuns: 1000 });
  });
});
