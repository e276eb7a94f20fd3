import { clockHint, typedText, typedValue } from '../../contract/answers.ts';
import { fileHosts } from '../../contract/files.ts';
import type { Question } from '../../contract/messages.ts';
import { ENGLISH_SPEECH, type Speech } from '../../contract/speech.ts';
import type { VariableSpec, VariableType } from '../../contract/variables.ts';
import { fallbackInput, isMultiline as takesLines } from '../shared/fallbackInput.ts';
import { flattenOptions, NO_CHOICE, valueOfChoice } from '../shared/flattenOptions.ts';
import { choicesChosen, choicesOf, yesOrNo as yesOrNoIn, type CardChoice } from './choices.ts';
import { clockOf, readMoment, shownMoment } from './clock.ts';
import { LIMITS } from './limits.ts';
import { datasetOf } from './search.ts';
import type { Element, InputData, InputKind } from './templates.ts';

/** What rendering and reading a field need besides its spec. */
export interface Setting {
  choices: ReadonlyMap<string, CardChoice[]>;
  /** Fields with more choices than fit on a card. */
  searched: ReadonlySet<string>;
  requestId: string;
  nativePickers: boolean;
  /** The person's time zone, if known. */
  zone: string | undefined;
  speech: Speech;
}

/** The administrator's card settings, and what is known about the person. */
export interface CardOptions {
  nativePickers?: boolean;
  zone?: string;
  /** Default English. */
  speech?: Speech;
}

export function settingOf(
  question: Pick<Question, 'variables'> & Partial<Pick<Question, 'requestId'>>,
  { nativePickers = false, zone, speech = ENGLISH_SPEECH }: CardOptions,
): Setting {
  const { shown, searched } = choicesOf(question);
  const { requestId = '' } = question;
  return {
    choices: shown,
    searched: nativePickers ? searched : new Set(),
    requestId,
    nativePickers,
    zone,
    speech,
  };
}

/** The control of one variable type on a card, and how to read its value. */
export interface Control {
  input: InputKind;
  /** The control's properties besides id and label. */
  draw(spec: VariableSpec, setting: Setting): Partial<InputData> & { more?: Element };
  /** The control's content for a default; undefined if it cannot show one. */
  fill(value: unknown, spec: VariableSpec, setting: Setting): string | number | undefined;
  /** What the control lacks compared with the web client, and how to type the value; empty if nothing. */
  hint(spec: VariableSpec, setting: Setting): string;
  read(typed: string, spec: VariableSpec, setting: Setting): unknown;
  /** The choices that the control must include to show the selected ones; all if absent. */
  chosen?(spec: VariableSpec, value: string): CardChoice[];
  /** A second input contains the time. */
  hasTime?: true;
}

const fillTyped: Control['fill'] = (value, spec) => typedText(spec, value);
const nothingToSay = (): string => '';
const readTyped: Control['read'] = (typed, spec) => typedValue(spec, typed);

const textControl = (isMultiline: boolean): Control => ({
  input: 'text',
  draw: () => ({ isMultiline }),
  fill: fillTyped,
  hint: nothingToSay,
  read: readTyped,
});

/** A type without a control in Teams: text, with a hint on what the web client offers. */
const fallback: Control = {
  input: 'text',
  draw: (spec) => ({ isMultiline: takesLines(spec) }),
  fill: (value, spec, { speech: { decimal } }) => typedText(spec, value, { decimal }),
  hint: (spec, { zone, speech }) => fallbackInput(spec, speech, clockOf(zone)).hint,
  read: (typed, spec, { zone, speech: { decimal } }) => readMoment(spec, typed, { zone, decimal }),
};

/** Long lists are filtered by typing. */
const longStyle = (choices: readonly CardChoice[]): string => (choices.length > LIMITS.choices ? 'filtered' : '');

const withNone = (spec: VariableSpec, choices: CardChoice[], { say }: Speech): CardChoice[] =>
  spec.required ? choices : [...choices, { title: say('message.noAnswer'), value: NO_CHOICE }];

const idOf = (spec: VariableSpec, value: unknown): string | undefined =>
  flattenOptions(spec).find((choice) => choice.value === value)?.id;

const hasMore: Control['hint'] = (spec, { speech }) => (spec.optionsSource ? speech.say('bot.moreOptions') : '');

const choose: Control = {
  input: 'choices',
  draw(spec, { choices, speech }) {
    const all = choices.get(spec.name) ?? [];
    const style = longStyle(all) || (all.length > LIMITS.expandedChoices ? 'compact' : 'expanded');
    return { choices: withNone(spec, all, speech), style, wrap: true };
  },
  fill: (value, spec) => idOf(spec, value),
  hint: hasMore,
  read: (typed, spec) => (typed === NO_CHOICE || typed === '' ? undefined : valueOfChoice(spec, typed)),
};

const chooseSeveral: Control = {
  input: 'choices',
  draw(spec, { choices }) {
    const all = choices.get(spec.name) ?? [];
    return { choices: all, style: longStyle(all), isMultiSelect: true, wrap: true };
  },
  fill(value, spec) {
    const ids = (Array.isArray(value) ? value : []).map((each) => idOf(spec, each)).filter(Boolean);
    return ids.length > 0 ? ids.join(',') : undefined;
  },
  hint: hasMore,
  read(typed, spec) {
    const ids = typed.split(',').filter(Boolean);
    return ids.length > 0 ? ids.map((id) => valueOfChoice(spec, id)) : undefined;
  },
};

/** If not all choices fit on a card, Teams queries the bot for the typed text. */
const searching = (control: Control): Control => ({
  ...control,
  draw: ({ name, type }, { requestId, speech }) => ({
    isMultiSelect: type === 'multiselect',
    style: 'filtered',
    wrap: true,
    placeholder: speech.say('teams.searchOptions'),
    more: { 'choices.data': { type: 'Data.Query', dataset: datasetOf(requestId, name) } },
  }),
  chosen: choicesChosen,
});

const numeric: Control = {
  input: 'number',
  draw: () => ({}),
  fill: (value) => (typeof value === 'number' ? value : undefined),
  hint: nothingToSay,
  read: readTyped,
};

const toggle: Control = {
  input: 'toggle',
  draw: (_spec, { speech }) => ({ title: speech.say('value.yes') }),
  fill: (value) => (typeof value === 'boolean' ? String(value) : undefined),
  hint: nothingToSay,
  read: readTyped,
};

const date: Control = { input: 'date', draw: () => ({}), fill: fillTyped, hint: nothingToSay, read: readTyped };

const password: Control = { ...fallback, draw: () => ({ style: 'password' }), fill: () => undefined };

/** Teams' people picker, which returns directory object ids. */
const peoplePicker = (isMultiSelect: boolean): Control => ({
  input: 'choices',
  draw: (_spec, { speech }) => ({
    isMultiSelect,
    placeholder: speech.say('teams.searchPeople'),
    more: { 'choices.data': { type: 'Data.Query', dataset: 'graph.microsoft.com/users' } },
  }),
  fill(value) {
    const ids = [value]
      .flat()
      .map((each) => (typeof each === 'object' && each !== null && 'id' in each ? each.id : null));
    return ids.filter((id) => typeof id === 'string').join(',') || undefined;
  },
  hint: nothingToSay,
  read(typed) {
    const ids = typed
      .split(',')
      .map((id) => id.trim())
      .filter(Boolean);
    if (ids.length === 0) return undefined;
    return isMultiSelect ? ids : ids[0];
  },
});

/** The control of every variable type on a card (behaviour 2.6). Null: not on cards. */
const CONTROLS: Record<VariableType, Control | null> = {
  text: textControl(false),
  string: textControl(false),
  textarea: textControl(true),
  multiline: textControl(true),
  select: choose,
  multiselect: chooseSeveral,
  number: numeric,
  boolean: toggle,
  date,
  file: null,
  user: fallback,
  multiuser: fallback,
  group: fallback,
  multigroup: fallback,
  range: fallback,
  datetime: fallback,
  time: fallback,
  hierarchy: fallback,
  password,
  table: fallback,
  hidden: null,
};

/** Replaces a toggle, which cannot be left unanswered. */
const yesOrNo: Control = {
  input: 'choices',
  draw: (spec, { speech }) => ({ choices: withNone(spec, yesOrNoIn(speech), speech), style: 'expanded', wrap: true }),
  fill: toggle.fill,
  hint: nothingToSay,
  read: (typed, spec) => (typed === NO_CHOICE ? undefined : typedValue(spec, typed)),
};

const time: Control = { input: 'time', draw: () => ({}), fill: fillTyped, hint: nothingToSay, read: readTyped };

const moment: Control = {
  input: 'date',
  hasTime: true,
  draw: () => ({}),
  fill: (value, _spec, { zone }) => shownMoment(value, zone),
  hint: (_spec, { zone, speech }) => (zone === undefined ? '' : clockHint({ zone, isOwn: true }, speech)),
  read: fallback.read,
};

const PICKERS: Partial<Record<VariableType, Control>> = {
  user: peoplePicker(false),
  multiuser: peoplePicker(true),
  boolean: yesOrNo,
  time,
  datetime: moment,
};

const SEARCHES = { select: searching(choose), multiselect: searching(chooseSeveral) };

/** The control of a field; null if it is not on cards. */
export function controlOf(spec: VariableSpec, { choices, searched, nativePickers }: Setting): Control | null {
  if (fileHosts(spec).length > 0) return fallback;
  const isSelect = spec.type === 'select' || spec.type === 'multiselect';
  if (isSelect && !choices.has(spec.name))
    return searched.has(spec.name) ? SEARCHES[spec.type === 'select' ? 'select' : 'multiselect'] : fallback;
  return (nativePickers && PICKERS[spec.type]) || CONTROLS[spec.type];
}

/** The names of text fields whose text may be shown again. */
export const textsIn = (specs: readonly VariableSpec[], setting: Setting): string[] =>
  specs.filter((spec) => isShownAgain(spec) && controlOf(spec, setting)?.input === 'text').map(({ name }) => name);

/** Typed passwords are never shown again in a conversation. */
export const isShownAgain = ({ type }: VariableSpec): boolean => type !== 'password';
