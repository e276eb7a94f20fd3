import type { InputBlockElement, PlainTextInput, PlainTextOption } from '@slack/types';
import { inZone, isAbsent, typedText, typedValue, type Typist } from '../../contract/answers.ts';
import type { Capability } from '../../contract/channel.ts';
import type { Speech, SpeechId } from '../../contract/speech.ts';
import type { VariableSpec, VariableType } from '../../contract/variables.ts';
import { isMultiline } from '../shared/fallbackInput.ts';
import { flattenOptions, NO_CHOICE, numbersFor, valueOfChoice, type Choice } from '../shared/flattenOptions.ts';
import { LIMITS } from './limits.ts';
import { fit, oneLine, plain } from './text.ts';

/** The state of one input in `view.state.values`. */
export interface Cell {
  value?: string | null;
  selected_option?: { value: string } | null;
  selected_options?: { value: string }[] | null;
  selected_date?: string | null;
  selected_time?: string | null;
  /** Unix seconds */
  selected_date_time?: number | null;
  /** A Slack user id */
  selected_user?: string | null;
  selected_users?: string[] | null;
  /** Slack's file objects; only their ids are used. */
  files?: { id: string; name?: string }[] | null;
}

/** The input of one variable type in a modal. */
export interface Input {
  capability: Capability;
  /** Absent if the type has no input. */
  draw?(spec: VariableSpec, start: Cell, speech: Speech): InputBlockElement;
  /** The initial state: the spec's default, as the person would type it. */
  start?(spec: VariableSpec, typist?: Typist): Cell;
}

const ACTION = { action_id: 'v' } as const;
const placeholder = ({ placeholder: text }: VariableSpec) =>
  text === undefined ? {} : { placeholder: plain(oneLine(text), LIMITS.placeholder) };

const defaultText = (spec: VariableSpec, typist?: Typist): string =>
  (spec.default === undefined ? undefined : typedText(spec, spec.default, typist)) ?? '';

const hasRoom = (text: string): boolean => text.length <= LIMITS.inputText && !/\p{Surrogate}/u.test(text);

/** Drops a default that is too long for Slack, because a cut one would be a different answer. */
function typedStart(spec: VariableSpec, typist?: Typist): Cell {
  const text = defaultText(spec, typist);
  return text !== '' && hasRoom(text) ? { value: text } : {};
}

/** Why an input does not show its default, which the form reports; null: it does, or there is none. */
export function lostDefault(
  spec: VariableSpec,
  { draw, start }: Input,
  typist: Typist,
  speech: Speech,
): SpeechId | null {
  if (!draw || spec.type === 'password' || isAbsent(spec.default)) return null;
  if (start === typedStart && !hasRoom(defaultText(spec, typist))) return 'bot.lostDefault';
  const shown = Object.keys(draw(spec, start?.(spec, typist) ?? {}, speech)).some((key) => key.startsWith('initial_'));
  return shown ? null : 'bot.defaultInWeb';
}

const typed = (capability: Capability, takesLines: (spec: VariableSpec) => boolean): Input => ({
  capability,
  draw(spec, { value }): PlainTextInput {
    const initial = value ? { initial_value: value } : {};
    return { type: 'plain_text_input', ...ACTION, multiline: takesLines(spec), ...initial, ...placeholder(spec) };
  },
  start: typedStart,
});

const textInput = typed('native', () => false);
const multilineInput = typed('native', () => true);
export const fallbackText = typed('text', isMultiline);

const numberInput: Input = {
  capability: 'native',
  draw: (spec, { value }) => ({
    type: 'number_input',
    ...ACTION,
    is_decimal_allowed: true,
    ...(value && /^-?\d{1,15}(\.\d+)?$/.test(value) ? { initial_value: value } : {}),
    ...placeholder(spec),
  }),
  start: typedStart,
};

/** Continues a label that is too long in the description; numbers labels that would look the same. */
export function optionsFor(choices: readonly Choice[]): PlainTextOption[] {
  const numbers = numbersFor(choices.map(({ label }) => fit(oneLine(label), LIMITS.optionText)));
  return choices.map(({ id, label, description }, n) => {
    const whole = oneLine(label);
    const number = numbers[n]!;
    const shown = fit(whole, LIMITS.optionText - number.length);
    const rest = shown === whole ? null : `…${whole.slice(shown.length - 1)}`;
    const below = [rest, description].filter(Boolean).join(' · ');
    return {
      text: plain(shown + number),
      value: id,
      ...(below ? { description: plain(oneLine(below), LIMITS.optionDescription) } : {}),
    };
  });
}

const chosenOf = (options: PlainTextOption[], ids: readonly string[]): PlainTextOption[] =>
  options.filter(({ value }) => ids.includes(value!));

/** Slack itself has no way to clear a selection. */
function withNone(spec: VariableSpec, choices: Choice[], { say }: Speech): Choice[] {
  if (spec.required || choices.length >= LIMITS.selectOptions) return choices;
  return [...choices, { id: NO_CHOICE, label: say('message.noAnswer'), value: '', description: null }];
}

const selectInput: Input = {
  capability: 'native',
  draw(spec, { selected_option: selected }, speech) {
    const options = optionsFor(withNone(spec, flattenOptions(spec), speech));
    const [chosen] = chosenOf(options, selected ? [selected.value] : []);
    const initial = chosen ? { initial_option: chosen } : {};
    return { type: 'static_select', ...ACTION, options, ...initial, ...placeholder(spec) };
  },
  start(spec) {
    const choice = flattenOptions(spec).find(({ value }) => value === spec.default);
    return choice ? { selected_option: { value: choice.id } } : {};
  },
};

const multiselectInput: Input = {
  capability: 'native',
  draw(spec, { selected_options: selected }) {
    const options = optionsFor(flattenOptions(spec));
    const ids = (selected ?? []).map(({ value }) => value);
    const chosen = chosenOf(options, ids);
    const initial = chosen.length > 0 ? { initial_options: chosen } : {};
    return { type: 'multi_static_select', ...ACTION, options, ...initial, ...placeholder(spec) };
  },
  start({ default: values, ...spec }) {
    const chosen = new Set<unknown>(Array.isArray(values) ? values : []);
    const choices = flattenOptions(spec).filter(({ value }) => chosen.has(value));
    return { selected_options: choices.map(({ id }) => ({ value: id })) };
  },
};

export const yesOrNo = ({ say }: Speech): Choice[] => [
  { id: 'true', label: say('value.yes'), value: 'true', description: null },
  { id: 'false', label: say('value.no'), value: 'false', description: null },
];

const radioInput = (offered: (spec: VariableSpec, speech: Speech) => Choice[]): Input => ({
  capability: 'native',
  draw(spec, { selected_option: selected }, speech) {
    const options = optionsFor(offered(spec, speech));
    const [chosen] = chosenOf(options, selected ? [selected.value] : []);
    return { type: 'radio_buttons', ...ACTION, options, ...(chosen ? { initial_option: chosen } : {}) };
  },
  start: ({ default: value }) => (typeof value === 'boolean' ? { selected_option: { value: String(value) } } : {}),
});

const booleanInput = radioInput((_spec, speech) => yesOrNo(speech));
/** Can be left unanswered again. */
export const booleanPicker = radioInput((spec, speech) => withNone(spec, yesOrNo(speech), speech));

const elsewhere: Input = { capability: 'web_only' };
const silent: Input = { capability: 'omitted' };

/** The input of every variable type in a modal (behaviour 2.6). */
export const INPUTS: Record<VariableType, Input> = {
  text: textInput,
  string: textInput,
  textarea: multilineInput,
  multiline: multilineInput,
  select: selectInput,
  multiselect: multiselectInput,
  number: numberInput,
  boolean: booleanInput,
  date: fallbackText,
  file: elsewhere,
  user: fallbackText,
  multiuser: fallbackText,
  group: fallbackText,
  multigroup: fallbackText,
  range: fallbackText,
  datetime: fallbackText,
  time: fallbackText,
  hierarchy: fallbackText,
  password: fallbackText,
  table: fallbackText,
  hidden: silent,
};

/** Readers for the parts of a cell that can hold the answer. */
const READ: {
  [Part in keyof Required<Cell>]: (held: NonNullable<Cell[Part]>, spec: VariableSpec, typist: Typist) => unknown;
} = {
  value: (text, spec, typist) => typedValue(spec, text, typist),
  selected_option({ value }, spec) {
    if (value === NO_CHOICE) return undefined;
    return spec.type === 'boolean' ? typedValue(spec, value) : valueOfChoice(spec, value);
  },
  selected_options: (chosen, spec) => chosen.map(({ value }) => valueOfChoice(spec, value)),
  selected_date: (date) => date,
  selected_time: (time) => time,
  // with the offset of the person's time zone, which most authors' bounds refer to
  selected_date_time: (seconds, _spec, { zone }) =>
    zone === undefined ? new Date(seconds * 1000).toISOString() : inZone(seconds * 1000, zone),
  selected_user: (id) => id,
  selected_users: (ids) => ids,
  files: (files) => files.map(({ id }) => ({ id })),
};

/** The value in a cell; undefined if not answered. Returns unparsable text unchanged, for the check to report. */
export function readCell(cell: Cell, spec: VariableSpec, typist: Typist = {}): unknown {
  for (const part of Object.keys(READ) as (keyof Cell)[]) {
    const held = cell[part];
    if (held === null || held === undefined || held === '') continue;
    const value = (READ[part] as (held: unknown, spec: VariableSpec, typist: Typist) => unknown)(held, spec, typist);
    return Array.isArray(value) && value.length === 0 ? undefined : value;
  }
  return undefined;
}
