import { expect } from 'chai';
import fc from 'fast-check';
import { checkAnswers, type AnswerRules } from '../../contract/answers.ts';
import { MOST_FAULTS } from '../../contract/problem.ts';
import { VARIABLE_TYPES, type VariableSpec } from '../../contract/variables.ts';
import { ANSWER_CASES, matches, tree } from './answerCases.ts';

const RULES: AnswerRules = { matches, offered: { field: ['fetched'] } };

/** Anything that looks like our own or the library's messages. */
const SENTENCES = [
  ...[
    'Invalid choice: pick x.',
    'Too big.',
    'Unrecognized key: "a"',
    'Invalid input: expected string, received undefined',
  ],
  ...['Write an answer.', 'Enter a number.', 'This is required.', 'text', 'pattern', 'constructor', '__proto__'],
];

describe('checkAnswers', () => {
  for (const type of VARIABLE_TYPES)
    for (const [extra, value, wanted] of ANSWER_CASES[type]) {
      const verdict = wanted === 'ok' ? 'takes' : 'refuses';
      it(`${type} ${verdict} ${JSON.stringify(value)?.slice(0, 60)} given ${JSON.stringify(extra).slice(0, 80)}`, () => {
        const result = checkAnswers([{ name: 'field', type, ...extra }], { field: value }, RULES);
        if (wanted === 'ok') return expect(result).to.have.property('ok', true);
        if (result.ok) throw new Error(`accepted as ${JSON.stringify(result.values)}`);
        expect(result.checks).to.deep.equal('id' in wanted ? { field: wanted } : wanted);
      });
    }

  it('leaves out what was not answered and keeps typed text unchanged', () => {
    const specs: VariableSpec[] = ['a', 'b', 'c', 'd'].map((name) => ({
      name,
      type: name === 'd' ? 'multiselect' : 'text',
    }));
    const result = checkAnswers(specs, { a: ' kept ', b: '  ', c: null, d: [] });
    expect(result).to.deep.equal({ ok: true, values: { a: ' kept ' } });
  });

  it('refuses every name that is not a field, whatever its value', () => {
    const sent = JSON.parse('{"__proto__": "", "constructor": null, "more": [], "value": "x"}');
    const result = checkAnswers([{ name: 'value', type: 'text' }], sent);
    expect(result.ok).to.equal(false);
    expect(Object.keys((result as { checks: object }).checks)).to.have.members(['__proto__', 'constructor', 'more']);
  });

  it('accepts text for a type that it is too old to know', () => {
    const spec = { name: 'value', type: 'signature', required: true } as unknown as VariableSpec;
    expect(checkAnswers([spec], { value: 'x' })).to.deep.equal({ ok: true, values: { value: 'x' } });
    expect(checkAnswers([spec], { value: 7 })).to.deep.include({
      ok: false,
      checks: { value: { id: 'text', values: {} } },
    });
  });

  it('allows a field named like a built-in property of objects', () => {
    const specs: VariableSpec[] = [
      { name: 'constructor', type: 'text', required: true },
      { name: 'toString', type: 'number' },
    ];
    expect(checkAnswers(specs, {})).to.deep.include({ ok: false, checks: { constructor: { id: 'text', values: {} } } });
    const result = checkAnswers(specs, { constructor: 'x' });
    expect(result.ok && Object.entries(result.values)).to.deep.equal([['constructor', 'x']]);
  });

  it('injects hidden variables only when everything else is right', () => {
    const specs: VariableSpec[] = [
      { name: 'value', type: 'text', required: true },
      { name: 'origin', type: 'hidden', value: { sensor: 7 } },
      { name: 'empty', type: 'hidden' },
    ];
    expect(checkAnswers(specs, { value: 'x' })).to.deep.equal({
      ok: true,
      values: { value: 'x', origin: { sensor: 7 } },
    });
    expect(checkAnswers(specs, {})).to.deep.include({ ok: false, checks: { value: { id: 'text', values: {} } } });
  });

  it('leaves patterns to the server if it has no engine for them, and never runs one on a text that is too long', () => {
    const spec: VariableSpec = { name: 'value', type: 'text', validation: { regex: '\\d+', max: 5 } };
    expect(checkAnswers([spec], { value: 'abc' }).ok).to.equal(true);
    const asked: string[] = [];
    checkAnswers([spec], { value: '1'.repeat(6) }, { matches: (_regex, text) => asked.push(text) > 0 });
    expect(asked).to.deep.equal([]);
  });

  it('survives a tree of any depth', () => {
    const result = checkAnswers([{ name: 'value', type: 'hierarchy' }], { value: tree(5_000) });
    expect(result).to.deep.include({ ok: false, checks: { value: { id: 'levels', values: { count: 6 } } } });
  });

  it("names the rule that failed, whatever its author's message says and whatever options are called", () => {
    const sentence = fc.oneof(
      fc.string().filter((text) => text.trim() !== ''),
      fc.constantFrom(...SENTENCES),
    );
    fc.assert(
      fc.property(sentence, sentence, sentence, (words, offered, closed) => {
        fc.pre(offered !== closed && words !== offered && words !== closed);
        const specs: VariableSpec[] = [
          { name: 'code', type: 'text', validation: { regex: 'x', message: words } },
          { name: 'short', type: 'text', validation: { regex: 'x', message: words, max: 3 } },
          ...(['choice', 'other'] as const).map((name): VariableSpec => ({
            name,
            type: 'select',
            options: [
              { value: offered, label: words },
              { value: closed, disabled: true },
            ],
          })),
        ];
        const sent = { code: 'y', short: 'abcd', choice: `${offered}${closed}`, other: closed };
        expect(checkAnswers(specs, sent, RULES)).to.deep.equal({
          ok: false,
          checks: {
            code: { id: 'pattern', values: {}, words },
            short: { id: 'atMostCharacters', values: { count: 3 } },
            choice: { id: 'optionUnknown', values: {} },
            other: { id: 'optionDisabled', values: {} },
          },
        });
      }),
    );
  });

  it(`names at most ${MOST_FAULTS} fields, those that are asked for first`, () => {
    const sent = Object.fromEntries(Array.from({ length: MOST_FAULTS + 1 }, (_, n) => [`other${n}`, n]));
    const result = checkAnswers([{ name: 'value', type: 'text' }], { ...sent, value: 7 });
    if (result.ok) throw new Error('accepted');
    const others = Object.keys(sent).slice(0, MOST_FAULTS - 1);
    expect(result.checks).to.deep.equal({
      value: { id: 'text', values: {} },
      ...Object.fromEntries(others.map((name) => [name, { id: 'notAField', values: {} }])),
    });
  });

  it('refuses anything but an object of fields', () => {
    for (const sent of [[], 'x', 7, null, undefined] as unknown as Record<string, unknown>[])
      expect(checkAnswers([{ name: 'value', type: 'text' }], sent)).to.deep.include({
        ok: false,
        checks: { values: { id: 'notFields', values: {} } },
      });
  });
});
