import { expect } from 'chai';
import fc from 'fast-check';
import type { Question } from '../../../contract/messages.ts';
import { VARIABLE_TYPES, type VariableSpec } from '../../../contract/variables.ts';
import { fieldId } from '../../../bot/shared/fieldNames.ts';
import { flattenOptions } from '../../../bot/shared/flattenOptions.ts';
import { choicesOf } from '../../../bot/teams/choices.ts';
import { bytesOf, LIMITS } from '../../../bot/teams/limits.ts';
import { inboxCard, noticeCard, outcomeCard, parseCard, questionCard, type Card } from '../../../bot/teams/render.ts';
import {
  aForm,
  anOutcome,
  aQuestion,
  EVERY_TYPE,
  inputsOf,
  linksOf,
  partsOf,
  submitsOf,
  textOf,
  TOKEN,
} from './cards.ts';
import { anyAttachments, anyFacts, anyReason } from '../../support/facts.ts';
import { aNotice } from '../../support/notices.ts';
import { markedPrompt } from '../../support/markedPrompts.ts';
import { INBOX_LINK } from '../../support/messages.ts';

/**
 * Texts as people and programs write them: short, long, with four-byte characters, full of symbols, of line breaks
 * only.
 */
const anyText = (max: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: Math.min(max, 60) }),
    fc.string({ unit: 'grapheme', maxLength: Math.min(max, 60) }),
    fc
      .tuple(
        fc.constantFrom(
          'x',
          'word ',
          '😀',
          '"',
          '\\',
          '\n',
          'line\n',
          '*_`[a](b)',
          '<at>x</at>',
          '{{DATE(',
          '\ud800',
          '${a}',
        ),
        fc.nat({ max }),
      )
      .map(([unit, length]) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)),
  );
const label = anyText(500).map((text) => text || 'x');

const anyOptions = fc
  .tuple(
    fc.oneof(
      { weight: 12, arbitrary: fc.nat(12) },
      { weight: 4, arbitrary: fc.nat(150) },
      { weight: 1, arbitrary: fc.constant(1000) },
    ),
    label,
    fc.boolean(),
  )
  .map(([count, start, isGrouped]): VariableSpec['options'] => {
    const options = Array.from({ length: count }, (_, index) => ({
      value: `${start.slice(0, 100)},${index}`,
      label: `${index} ${start}`.slice(0, 500),
      disabled: index % 7 === 3,
    }));
    return isGrouped && count > 0 ? [{ label: start, options }] : options;
  });

const anySpec = (name: string): fc.Arbitrary<VariableSpec> =>
  fc.record(
    {
      name: fc.constant(name),
      type: fc.constantFrom(...VARIABLE_TYPES),
      label,
      description: anyText(2000),
      placeholder: anyText(200),
      required: fc.boolean(),
      options: anyOptions,
      default: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<VariableSpec['default']>,
      columns: fc.constant([{ name: 'a', label: 'x'.repeat(500), type: 'text' as const }]),
    },
    { requiredKeys: ['name', 'type'] },
  );

const anyForm: fc.Arbitrary<Question> = fc
  .record({
    variables: fc
      .oneof(
        { weight: 6, arbitrary: fc.nat(3) },
        { weight: 3, arbitrary: fc.nat(40) },
        { weight: 1, arbitrary: fc.constant(150) },
      )
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => anySpec(`field${index}`)))),
    asked: fc.oneof(
      markedPrompt,
      anyText(20_000).map((prompt) => ({ prompt })),
    ),
    facts: anyFacts(anyText),
    attachments: anyAttachments(anyText),
    flowName: anyText(300),
    requester: anyText(300),
    askedAs: anyReason(anyText),
    chatContext: fc.record({
      chatName: anyText(500),
      recentMessages: fc.array(
        fc.record({ role: fc.constantFrom('user' as const, 'ai' as const), content: anyText(500) }),
        { maxLength: 10 },
      ),
      totalMessages: fc.nat(),
    }),
    strategy: fc.constantFrom('any' as const, 'all' as const),
    comment: fc.option(fc.record({ required: fc.boolean(), label: anyText(200) }, { requiredKeys: ['required'] })),
  })
  .map(({ comment, asked, variables, ...parts }) =>
    aForm(variables, { ...parts, ...asked, ...(comment && { comment }) }),
  );

function expectToFit(card: Card): void {
  expect(bytesOf(card)).to.be.at.most(LIMITS.cardBytes);
  const ids = partsOf(card).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  expect(new Set(ids).size).to.equal(ids.length);
  expect(Object.values(textsOf(card)).some((text) => /\p{Surrogate}/u.test(text))).to.equal(false);
}

const textsOf = (card: Card): string[] =>
  partsOf(card).flatMap((part) => Object.values(part).filter((value) => typeof value === 'string'));

describe('the limits of a card', function () {
  this.timeout(400_000);

  it('hold for every question, however long its texts or many its options', () => {
    const property = fc.property(anyForm, (question) => {
      const card = questionCard(question, { token: TOKEN });
      expectToFit(card);
      const isAnswerable = submitsOf(card).length === 1;
      if (!isAnswerable) expect(textOf(card)).to.match(/web client/);
      expect(linksOf(card)).to.include(question.webUrl);
      const asked = question.variables.filter(({ type }) => type !== 'hidden' && type !== 'file');
      const comment = question.comment ? ['f_comment'] : [];
      if (isAnswerable) expect(inputsOf(card).map(({ id }) => id)).to.deep.equal([...asked.map(fieldId), ...comment]);
    });
    fc.assert(property, { numRuns: 100 });
  });

  it('hold for a form that comes back, whatever was typed', () => {
    const property = fc.property(anyForm, anyText(20_000), anyText(2000), (question, text, error) => {
      const names = question.variables.map(({ name }) => name);
      const data = Object.fromEntries(names.map((name) => [`f_${name}`, text]));
      const { redo } = parseCard(question, data);
      const fields = Object.fromEntries(names.map((name) => [name, error]));
      expectToFit(questionCard(question, { token: TOKEN, redo: { ...redo, fields } }));
    });
    fc.assert(property, { numRuns: 100 });
  });

  it('hold for outcomes, notices and the inbox', () => {
    const property = fc.property(
      fc.array(anyForm, { maxLength: 11, size: 'max' }),
      anyText(20_000),
      anyText(500),
      anyFacts(anyText),
      anyAttachments(anyText),
      (questions, long, short, facts, attachments) => {
        expectToFit(
          inboxCard(
            questions.map((question) => ({ question, token: TOKEN })),
            INBOX_LINK,
          ),
        );
        const answers = questions.flatMap(({ variables }) => variables.map(() => ({ label: short, text: long })));
        expectToFit(
          outcomeCard(
            anOutcome({ text: long, prompt: long, flowName: short, requester: short, answers, facts, attachments }),
          ),
        );
        expectToFit(noticeCard(aNotice(long, { title: long, text: long }), TOKEN));
      },
    );
    fc.assert(property, { numRuns: 25 });
  });

  it('hold for the outcome of a long form in four-byte characters, which shows fewer answers', () => {
    const answers = Array.from({ length: 40 }, () => ({ label: '😀'.repeat(200), text: '😀'.repeat(200) }));
    const long = '😀'.repeat(1000);
    const card = outcomeCard(anOutcome({ text: long, prompt: long, flowName: long, requester: long, answers }));
    expectToFit(card);
    expect(textOf(card)).to.include('20 more answers are in the web client.');
  });

  it('are explained to the reader', () => {
    const text = textOf(questionCard(aQuestion({ prompt: 'Long. '.repeat(3000) }), { token: TOKEN }));
    expect(text).to.include('… the rest is in the web client');
    const lines = textOf(questionCard(aQuestion({ prompt: 'line\n'.repeat(200) }), { token: TOKEN }));
    expect(lines).to.match(/line…\n… the rest is in the web client/);
    const huge = Array.from({ length: 150 }, (_, index): VariableSpec => ({
      name: `f${index}`,
      type: 'text',
      label: 'x'.repeat(500),
    }));
    const card = questionCard(aForm(huge), { token: TOKEN });
    expect([inputsOf(card).length, submitsOf(card).length]).to.deep.equal([0, 0]);
    expect(textOf(card)).to.include('This form is too large for a message here.');
  });

  it('hold for ten thousand options', () => {
    const options = Array.from({ length: 10_000 }, (_, index) => ({ value: `${index}`, label: `Option ${index}` }));
    const specs = ['select', 'multiselect'].map((type) => ({ name: type, type, options }) as VariableSpec);
    expectToFit(questionCard(aForm(specs), { token: TOKEN }));
  });

  it('drop what was typed last, and then its field says so', () => {
    const variables = Array.from({ length: 4 }, (_, index): VariableSpec => ({ name: `f${index}`, type: 'textarea' }));
    const typed = { f_f0: 'x'.repeat(19_000), f_f1: 'y'.repeat(2500), f_f2: 'z'.repeat(7000), f_f3: 'short' };
    const card = questionCard(aForm(variables), { token: TOKEN, redo: { typed, fields: {} } });
    expect(bytesOf(card)).to.be.at.most(LIMITS.cardBytes);
    const values = inputsOf(card).map(({ value }) => String(value ?? '').length);
    expect(values).to.deep.equal([0, 2500, 0, 5]);
    expect(textOf(card).match(/too long to be put back/g)).to.have.length(2);
    const roomy = questionCard(aForm(variables.slice(1)), { token: TOKEN, redo: { typed, fields: {} } });
    expect(inputsOf(roomy).map(({ value }) => String(value).length)).to.deep.equal([2500, 7000, 5]);
    const preset = variables.map((spec) => ({ ...spec, default: 'x'.repeat(10_000) }));
    const fresh = questionCard(aForm(preset), { token: TOKEN });
    expect(textOf(fresh)).to.include('The text filled in here is too long for this message');
    expect(submitsOf(fresh)).to.have.length(1);
  });
});

describe('a submitted card', () => {
  it('is read as it was shown: a choice is the value behind its label', () => {
    const property = fc.property(anySpec('x'), fc.nat(), (spec, at) => {
      if (spec.type !== 'select' && spec.type !== 'multiselect') return;
      const form = aForm([spec]);
      const choices = choicesOf(form).shown.get('x');
      const options = flattenOptions(spec);
      if (!choices || options.length === 0) return;
      const chosen = options[at % options.length]!;
      expect(choices.map(({ value }) => value))
        .to.include(chosen.id)
        .and.satisfy((ids: string[]) => ids.every((id) => !id.includes(',')));
      const wanted = spec.type === 'select' ? chosen.value : [chosen.value];
      expect(parseCard(form, { f_x: chosen.id }).values).to.deep.equal({ x: wanted });
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('is read safely however it was forged', () => {
    const keys = fc.constantFrom(...EVERY_TYPE.map(fieldId), 'verb', '__proto__', 'f_');
    const property = fc.property(fc.dictionary(keys, fc.jsonValue()), (data) => {
      const names = EVERY_TYPE.map(({ name }) => name);
      expect(names).to.include.members(Object.keys(parseCard(aForm(EVERY_TYPE), data).values));
    });
    fc.assert(property, { numRuns: 300 });
  });
});
