import { expect } from 'chai';
import { speechFor } from '../../contract/speech.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import { questionModal } from '../../bot/slack/modal.ts';
import { parseModal } from '../../bot/slack/parse.ts';
import { parseCard, questionCard } from '../../bot/teams/render.ts';
import { parseForm, prefilled } from '../../server/channels/email/fields/fields.ts';
import { aForm, inputsOf as fieldsOf } from './slack/renderSupport.ts';
import { inputsOf, TOKEN } from './teams/cards.ts';

const SPECS: VariableSpec[] = [
  { name: 'level', type: 'range', default: 12.125 },
  { name: 'rows', type: 'table', columns: [{ name: 'n', type: 'number' }], default: [{ n: 12.125 }] },
];
const question = aForm(...SPECS);
const GERMAN = speechFor('de');
const typist = { decimal: GERMAN.decimal };

type Texts = Record<string, string>;

/** What a German reader sees in the fields, and how their input is parsed. */
const CHATS: Record<string, { shown(): unknown[]; read(texts: Texts): Record<string, unknown> }> = {
  Slack: {
    shown: () =>
      fieldsOf(questionModal(question, { metadata: '', speech: GERMAN })).map(
        ({ element }) => (element as { initial_value?: string }).initial_value,
      ),
    read: (texts) => {
      const cells = Object.entries(texts).map(([name, value]) => [`f_${name}`, { v: { value } }] as const);
      return parseModal(question, Object.fromEntries(cells), typist);
    },
  },
  Teams: {
    shown: () => inputsOf(questionCard(question, { token: TOKEN, speech: GERMAN })).map(({ value }) => value),
    read: (texts) => {
      const data = Object.entries(texts).map(([name, text]) => [`f_${name}`, text] as const);
      return parseCard(question, Object.fromEntries(data), { speech: GERMAN }).values;
    },
  },
};

describe('a number typed in a chat by somebody who uses a decimal comma', () => {
  for (const [chat, { shown, read }] of Object.entries(CHATS))
    it(`is shown as they write it, and means what they mean: ${chat}`, () => {
      expect(shown()).to.deep.equal(['12,125', '12,125']);
      expect(read({ level: '12,125', rows: '12,125' })).to.deep.equal({ level: 12.125, rows: [{ n: 12.125 }] });
      expect(read({ level: '1.500', rows: '1.500' }), 'may be a thousand').to.deep.equal({
        level: '1.500',
        rows: [{ n: '1.500' }],
      });
    });

  it("works the same on a mail's page, in table cells; other numbers there have a number control", () => {
    const [level, rows] = SPECS as [VariableSpec, VariableSpec];
    expect(prefilled(rows, typist)).to.deep.equal(['12,125']);
    expect(prefilled({ ...level, type: 'number' }, typist)).to.deep.equal(['12.125']);
    expect(parseForm([rows], () => ['12,125'], typist)).to.deep.equal({ rows: [{ n: 12.125 }] });
    expect(parseForm([rows], () => ['1.500'], typist)).to.deep.equal({ rows: [{ n: '1.500' }] });
    expect(parseForm([level], () => ['12.125'], typist)).to.deep.equal({ level: 12.125 });
  });
});
