import type { InputBlock } from '@slack/types';
import { typedText } from '../../contract/answers.ts';
import type { Speech } from '../../contract/speech.ts';
import { optionsOf, type VariableSpec } from '../../contract/variables.ts';
import type { Cell } from '../../bot/slack/inputs.ts';
import { questionModal } from '../../bot/slack/modal.ts';
import { parseModal, type ViewState } from '../../bot/slack/parse.ts';
import { parseCard, questionCard, type Card } from '../../bot/teams/render.ts';
import { readForm, redoOf, valuesOf } from '../../server/channels/email/responseForm.ts';
import { responsePage } from '../../server/channels/email/responsePage.ts';
import * as slack from '../bot/slack/renderSupport.ts';
import * as teams from '../bot/teams/cards.ts';
import { textOf } from '../channels/email/markup.ts';
import { ADA, TOKEN } from '../channels/email/support.ts';
import { sentAsIs } from './sentForms.ts';

/** How a form is shown, and to whom. */
export interface Setting {
  nativePickers: boolean;
  speech: Speech;
}

/** A form that was sent. */
export interface Sent {
  values: Record<string, unknown>;
  /** The text of the form. */
  text: string;
  /** The values when it is shown again and sent unchanged. */
  again(): Record<string, unknown>;
}

/** Fills in a form of one field as people do on a channel. No value: it is left as it is. Null: it has no input. */
export type Fill = (spec: VariableSpec, value: unknown, setting: Setting) => Sent | null;

const ZONE = 'Europe/Berlin';
const CLOCK = { zone: ZONE, isOwn: true };

/** A value as people type it. */
const typed = (spec: VariableSpec, value: unknown, decimal: Speech['decimal']): string =>
  spec.type === 'password' ? String(value) : typedText(spec, value, { decimal })!;

const idsOf = (spec: VariableSpec, value: unknown): string[] =>
  [value]
    .flat()
    .map((each) =>
      typeof each === 'boolean' ? String(each) : `o${optionsOf(spec).findIndex((option) => option.value === each)}`,
    );

type Part = Record<string, unknown>;

/** What Teams sends for the inputs of a card. A date that was left empty is not sent. */
const sentOf = (card: Card): Record<string, unknown> =>
  Object.fromEntries(
    teams.inputsOf(card).flatMap(({ type, id, value }: Part) => {
      if (value === undefined && type === 'Input.Date') return [];
      return [[id, String(value ?? (type === 'Input.Toggle' ? 'false' : ''))]];
    }),
  );

function valueOnCard({ type, ...input }: Part, spec: VariableSpec, value: unknown, { speech }: Setting): string {
  if (type === 'Input.Text') return typed(spec, value, speech.decimal);
  if (type === 'Input.ChoiceSet' && !('choices.data' in input && /user/.test(spec.type)))
    return idsOf(spec, value).join(',');
  return [value].flat().join(',');
}

export const inTeams: Fill = (spec, value, setting) => {
  const form = teams.aForm([spec]);
  const options = { ...setting, zone: ZONE };
  const card = questionCard(form, { token: TOKEN, ...options });
  const [input, time] = teams.inputsOf(card);
  if (!input) return null;
  const data = sentOf(card);
  if (value !== undefined) {
    const filled = valueOnCard(input, spec, value, setting);
    data[String(input['id'])] = time ? filled.slice(0, 10) : filled;
    if (time) data[String(time['id'])] = filled.slice(11, 16);
  }
  const { values, redo } = parseCard(form, data, options);
  return {
    values,
    text: teams.textOf(card),
    again: () => parseCard(form, sentOf(questionCard(form, { token: TOKEN, redo, ...options })), options).values,
  };
};

/** What Slack sends for an input. */
const CELLS: Record<string, (spec: VariableSpec, value: unknown, setting: Setting) => Cell> = {
  plain_text_input: (spec, value, { speech }) => ({ value: typed(spec, value, speech.decimal) }),
  number_input: (spec, value) => ({ value: typed(spec, value, '.') }),
  static_select: (spec, value) => ({ selected_option: { value: idsOf(spec, value)[0]! } }),
  radio_buttons: (spec, value) => ({ selected_option: { value: idsOf(spec, value)[0]! } }),
  multi_static_select: (spec, value) => ({ selected_options: idsOf(spec, value).map((id) => ({ value: id })) }),
  datepicker: (_spec, value) => ({ selected_date: String(value) }),
  timepicker: (_spec, value) => ({ selected_time: String(value) }),
  datetimepicker: (_spec, value) => ({ selected_date_time: Date.parse(String(value)) / 1000 }),
  users_select: (_spec, value) => ({ selected_user: String(value) }),
  multi_users_select: (_spec, value) => ({ selected_users: value as string[] }),
};

const cellFor = ({ element }: InputBlock, spec: VariableSpec, value: unknown, setting: Setting): Cell =>
  CELLS[element.type]!(spec, value, setting);

export const inSlack: Fill = (spec, value, setting) => {
  const form = slack.aForm(spec);
  const drawn = { metadata: '{}', clock: CLOCK, ...setting };
  const view = questionModal(form, drawn);
  const [input] = slack.inputsOf(view);
  if (!input) return null;
  const state: ViewState =
    value === undefined
      ? slack.submittedAsIs(view)
      : { [input.block_id!]: { v: cellFor(input, spec, value, setting) } };
  const typist = { zone: ZONE, decimal: setting.speech.decimal };
  return {
    values: parseModal(form, state, typist),
    text: slack.textsOf(view).join('\n'),
    again() {
      const shown = questionModal(form, { ...drawn, redo: { typed: state, fields: {} } });
      return parseModal(form, slack.submittedAsIs(shown), typist);
    },
  };
};

/** What a browser sends for a control: some have values of their own, and no local time has an offset. */
function valuesOnPage(spec: VariableSpec, value: unknown, { speech }: Setting): string[] {
  if (/select/.test(spec.type)) return value === undefined ? [] : [value].flat().map(String);
  if (spec.type === 'boolean') return [String(value)];
  if (spec.type === 'datetime') return [String(value).slice(0, 16)];
  const decimal = /number|range/.test(spec.type) ? '.' : speech.decimal;
  return [typed(spec, value, decimal).replaceAll('\n', '\r\n')];
}

export const onPage: Fill = (spec, value, setting) => {
  const { speech } = setting;
  const question = teams.aForm([spec]);
  const shown = { question, person: ADA, token: TOKEN, nonce: 'n'.repeat(16), clock: CLOCK, speech };
  const page = responsePage(shown);
  const name = `f_${spec.name}`;
  if (!page.includes(`name="${name}"`)) return null;
  const sent = sentAsIs(page);
  if (value !== undefined) {
    sent.delete(name);
    for (const each of valuesOnPage(spec, value, setting)) sent.append(name, each);
  }
  const form = readForm(sent);
  const typist = { zone: ZONE, decimal: speech.decimal };
  return {
    values: valuesOf(form, question.variables, typist),
    text: textOf(page),
    again() {
      const redo = redoOf(form, {}, speech, CLOCK);
      return valuesOf(readForm(sentAsIs(responsePage({ ...shown, redo }))), question.variables, typist);
    },
  };
};
