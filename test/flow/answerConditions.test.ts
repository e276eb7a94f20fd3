import { expect } from 'chai';
import fc from 'fast-check';
import jsonata from 'jsonata';
import { holdsFor, looksAt, type ConditionResult } from '../../server/flow/answerConditions.ts';

const NAMES = ['ask', 'decision'];
const PATH = ['value'];
const held = (when: string, value: string | null = 'approved'): ConditionResult =>
  holdsFor(when, { names: NAMES, known: value === null ? null : { path: PATH, value } });

describe('the value of a condition for an answer', () => {
  const CASES: [when: string, held: ConditionResult][] = [
    ['ask.value = "approved"', true],
    ['decision.value = "approved"', true],
    ['`ask`.value = "approved"', true],
    ['"rejected" = ask.value', false],
    ['ask.value != "approved"', false],
    ['ask.value in ["approved", "later"]', true],
    ['ask.value in "later"', false],
    ['$not(ask.value = "rejected")', true],
    ['$exists(ask.value)', true],
    ['(ask.value = "approved") and amount > 1000', 'data'],
    ['ask.value = "rejected" and amount > 1000', false],
    ['ask.value = "approved" or amount > 1000', true],
    ['ask.value = "approved" ? true : amount > 1000', true],
    ['ask.value = "rejected" ? true', false],
    ['ask.comment = "Yes"', 'answers'],
    ['ask.value = "approved" and $exists(ask.comment)', 'answers'],
    ['$count(ask.responses[value = "approved"]) > 2', 'data'],
    ['amount > 1000', 'data'],
    ['$.ask.value = "approved"', 'data'],
    ['$random() > 0.5', 'data'],
    ['true', true],
    ['null', false],
    ['ask.value', 'data'],
    ['ask.value = ', 'data'],
    ['ask[0].value = "approved"', 'data'],
  ];
  for (const [when, expected] of CASES)
    it(`${when} is ${expected}`, () => {
      expect(held(when)).to.equal(expected);
    });

  it('is not certain for an answer of which nothing is known', () => {
    expect(held('ask.value = "approved"', null)).to.equal('answers');
  });

  it('knows which field it tests', () => {
    expect(looksAt('amount > 3 and ask.values.step = "a"', NAMES, ['values', 'step'])).to.equal(true);
    expect(looksAt('ask.values.stepped = "a"', NAMES, ['values', 'step'])).to.equal(false);
    expect(looksAt('not an expression', NAMES, PATH)).to.equal(false);
  });

  it('is never wrong when it is certain', async () => {
    const atom = fc.constantFrom(
      'ask.value = "a"',
      'ask.value != "b"',
      'ask.value in ["a", "c"]',
      'decision.value = "b"',
      'amount > 10',
      'amount = missing',
      'ask.comment = "x"',
      'flag',
      'missing',
      '$exists(ask.comment)',
      'true',
      'null',
      '"a"',
    );
    const { when } = fc.letrec<{ when: string }>((tie) => ({
      when: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        atom,
        fc
          .tuple(tie('when'), fc.constantFrom('and', 'or', '=', '!='), tie('when'))
          .map(([a, by, b]) => `(${a}) ${by} (${b})`),
        tie('when').map((inner) => `$not(${inner})`),
        tie('when').map((inner) => `$boolean(${inner})`),
        tie('when').map((inner) => `$exists(${inner})`),
        fc.tuple(tie('when'), tie('when'), tie('when')).map(([a, b, c]) => `(${a}) ? (${b}) : (${c})`),
      ),
    }));
    const data = fc.record({ amount: fc.constantFrom(5, 20), flag: fc.boolean(), comment: fc.constantFrom('x', 'y') });
    await fc.assert(
      fc.asyncProperty(when, fc.constantFrom('a', 'b', 'c'), data, async (text, value, { comment, ...more }) => {
        const said = held(text, value);
        if (typeof said !== 'boolean') return;
        const answer = { value, comment };
        const real: unknown = await jsonata(text).evaluate({ ask: answer, decision: answer, ...more });
        expect(real ?? false, text).to.equal(said);
      }),
      { numRuns: 1000 },
    );
  });
});
