import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createIntl } from 'react-intl';
import { CHECK_IDS, checkAnswers, ENGLISH } from '../../contract/answers.ts';
import { PROBLEM_CODES, type FailedCheck } from '../../contract/problem.ts';
import { VARIABLE_TYPES, type VariableSpec } from '../../contract/variables.ts';
import { ApiProblem } from '../../desktop/renderer/api/apiProblem.ts';
import { fieldWords } from '../../desktop/renderer/inputs/fieldWords.ts';
import { initialValues } from '../../desktop/renderer/inputs/formShape.ts';
import { wordsFor } from '../../desktop/renderer/problemWords.ts';
import type { Text } from '../../desktop/renderer/text.ts';

const languages = path.join(import.meta.dirname, '..', '..', 'contract', 'languages');

const read = (language: 'en' | 'de') =>
  JSON.parse(readFileSync(path.join(languages, `${language}.json`), 'utf8')) as Record<string, string>;

function wordsOf(language: 'en' | 'de') {
  const messages = read(language);
  const intl = createIntl({ locale: language, messages });
  return ({ id, values }: Pick<FailedCheck, 'id' | 'values'>) => intl.formatMessage({ id: `check.${id}` }, values);
}

const COUNTS = [1, 2, 20_000];
const NAMES = {
  names: 'x@example.test',
  field: 'Receipt',
  types: '.pdf, image/*',
  mebibytes: 25,
  hosts: 'files.example.test',
};
const SAMPLES = COUNTS.map((count) => ({ count, min: 3, max: 4.5, step: 0.5, base: 0, ...NAMES }));
const english = new Set(
  CHECK_IDS.flatMap((id) => SAMPLES.map((values) => (ENGLISH[id] as (all: object) => string)(values))),
);

const options = [{ value: 'a' }, { value: 'b', disabled: true }];
const columns = (['text', 'number', 'boolean', 'date'] as const).map((type) => ({ name: type, type, required: true }));
const VALIDATIONS: VariableSpec['validation'][] = [
  {},
  { min: 2 },
  { max: 1 },
  { min: 1, step: 2 },
  { step: 2 },
  { regex: 'x+' },
  { min: '2026-01-01', max: '2026-01-01' },
  { min: '12:00', max: '12:00' },
];
const WRONG: unknown[] = [
  undefined,
  'y',
  'b',
  '\0',
  'x'.repeat(30_000),
  ['a', 'a'],
  ['b'],
  [' '],
  [],
  0.5,
  -1,
  '2025-01-01',
  '2027-01-01',
  '2026-02-31',
  '2025-01-01T10:00',
  '2027-01-01T10:00',
  '10:00',
  '13:00',
  [{ label: ' ' }],
  [{ label: 'a', children: [{ label: 'b', children: [] }] }],
  [{}],
  [{ text: 1, number: 'x', boolean: 3, date: '2026-02-31', other: 1 }],
  Array.from({ length: 20_000 }, (_, index) => String(index)),
];

describe('contract/languages: the messages of checks', () => {
  it("are the server's own in English", () => {
    const say = wordsOf('en');
    for (const id of CHECK_IDS)
      for (const values of SAMPLES)
        expect(say({ id, values }), id).to.equal((ENGLISH[id] as (all: object) => string)(values));
  });

  it("are different in German, for every check, the server's too", () => {
    const say = wordsOf('de');
    for (const id of CHECK_IDS) expect(english.has(say({ id, values: SAMPLES[0]! })), id).to.equal(false);
  });

  it('are never English in German, for any type and any error', () => {
    const say = wordsOf('de');
    const said = new Set<string>();
    for (const type of VARIABLE_TYPES)
      for (const validation of VALIDATIONS)
        for (const value of [...WRONG, initialValues([{ name: 'f', type, options, columns }]).f]) {
          const spec: VariableSpec = { name: 'f', type, options, columns, validation, required: true };
          const checked = checkAnswers([spec], { f: value }, { matches: () => false });
          if (!checked.ok) Object.values(checked.checks).forEach((check) => said.add(say(check)));
        }
    expect(said.size, 'as many different messages as there are to provoke').to.be.at.least(45);
    for (const message of said) {
      expect(english.has(message), message).to.equal(false);
      expect(message).to.not.match(/\b(the|Enter|Choose|Give|Use|Write)\b/);
    }
  });
});

function textIn(locale: 'de'): Text {
  const intl = createIntl({ locale, messages: read(locale), onError: () => undefined });
  return (id, values) => intl.formatMessage({ id }, values);
}

// cspell:ignore Verzeichnis kennt niemanden namens höchstens Zeichen
describe('contract/languages: the messages of refusals', () => {
  it('exist in every language for every code of the contract', () => {
    for (const language of ['en', 'de'] as const)
      for (const code of PROBLEM_CODES) expect(read(language), language).to.have.property(`problem.${code}`);
  });

  it('are in German by the failed check, and unchanged if there is no German text', () => {
    const text = textIn('de');
    const problem = new ApiProblem('validation_failed', 422, '', {
      fields: { owner: '“x” was not found in the directory.', code: 'Like INC-1, please.', later: 'New.' },
      checks: {
        code: { id: 'pattern', values: {}, words: 'Like INC-1, please.' },
        owner: { id: 'personUnknown', values: { names: 'x' } },
        later: { id: 'notYetKnown' as 'personUnknown', values: {} },
      },
    });
    expect(fieldWords(problem, text)).to.deep.equal({
      owner: 'Das Verzeichnis kennt niemanden namens „x“.',
      code: 'Like INC-1, please.',
      later: 'New.',
    });
  });

  it("are the first check's if there is no field to show it at", () => {
    const text = textIn('de');
    const tooLong = {
      fields: { content: 'Too long.' },
      checks: { content: { id: 'atMostCharacters', values: { count: 20_000 } } as const },
    };
    expect(wordsFor(new ApiProblem('validation_failed', 422, '', tooLong), text)).to.match(/höchstens 20.000 Zeichen/);
    expect(wordsFor(new ApiProblem('validation_failed', 422, ''), text)).to.equal(
      read('de')['problem.validation_failed'],
    );
    expect(wordsFor(new Error('Oops'), text)).to.equal(read('de')['problem.internal']);
    expect(wordsFor(new ApiProblem('notYetKnown' as 'internal', 400, 'New.'), text)).to.equal('New.');
  });
});
