import type { Capability } from '../../contract/channel.ts';
import { fileHosts } from '../../contract/files.ts';
import type { Question } from '../../contract/messages.ts';
import type { Speech, SpeechId } from '../../contract/speech.ts';
import { commentField } from '../../contract/commentField.ts';
import { fieldLabel } from '../../contract/spoken.ts';
import { optionsOf, VARIABLE_TYPES, type VariableSpec, type VariableType } from '../../contract/variables.ts';
import { needsWebClient } from '../shared/answerable.ts';
import { fallbackText, INPUTS, type Input } from './inputs.ts';
import { LIMITS } from './limits.ts';
import { PICKERS } from './pickers.ts';
import { fit, oneLine } from './text.ts';

/** One block per field; the rest is for the blocks around them. */
const MOST_FIELDS = LIMITS.viewBlocks - 10;
const NAMED_FIELDS = 3;
const NAME_CHARACTERS = 60;

const isChoice = ({ type }: VariableSpec): boolean => type === 'select' || type === 'multiselect';

/** Whether a select's options can be shown; `unknown`: only the web client can load them. */
function listOf(spec: VariableSpec): 'shown' | 'too_long' | 'unknown' {
  const count = optionsOf(spec).filter(({ disabled }) => !disabled).length;
  if (count === 0) return 'unknown';
  return count > LIMITS.selectOptions ? 'too_long' : 'shown';
}

/** The input of a field in a modal (behaviour 2.6). */
export function inputOf(spec: VariableSpec, nativePickers: boolean): Input {
  if (isChoice(spec) && listOf(spec) !== 'shown') return fallbackText;
  if (fileHosts(spec).length > 0) return fallbackText;
  return (nativePickers ? PICKERS[spec.type] : undefined) ?? INPUTS[spec.type];
}

/** Slack's column in behaviour 2.6, depending on the settings. */
export const capabilitiesOf = (nativePickers: boolean): Record<VariableType, Capability> =>
  Object.fromEntries(
    VARIABLE_TYPES.map((type) => [type, ((nativePickers ? PICKERS[type] : undefined) ?? INPUTS[type]).capability]),
  ) as Record<VariableType, Capability>;

export const visible = ({ variables }: Pick<Question, 'variables'>): VariableSpec[] =>
  variables.filter(({ type }) => type !== 'hidden');

/** Which inputs of a form take a password, counted from 0. */
export const passwordInputs = (question: Pick<Question, 'variables'>, nativePickers: boolean): number[] =>
  visible(question)
    .filter((spec) => inputOf(spec, nativePickers).draw)
    .flatMap(({ type }, index) => (type === 'password' ? [index] : []));

/** All fields of a form, the comment last. */
export const entered = (question: Question, speech: Speech): VariableSpec[] => [
  ...visible(question),
  ...commentField(question, speech),
];

export type WhyNoForm = 'bot.forWeb' | 'bot.tooLarge';

/** Why a question cannot be answered in Slack at all, or null. */
export function whyWebOnly(question: Question, nativePickers: boolean): WhyNoForm | null {
  const fields = visible(question);
  if (fields.length > MOST_FIELDS) return 'bot.tooLarge';
  const hasInput = fields.some((spec) => inputOf(spec, nativePickers).draw);
  return needsWebClient(question, capabilitiesOf(nativePickers)) || !hasInput ? 'bot.forWeb' : null;
}

const quoted = (spec: VariableSpec, speech: Speech): string =>
  speech.say('slack.quoted', { text: fit(oneLine(fieldLabel(spec, speech)), NAME_CHARACTERS) });

function namesOf(specs: readonly VariableSpec[], speech: Speech): string {
  const shown = specs.slice(0, NAMED_FIELDS).map((spec) => quoted(spec, speech));
  return withMore(shown.join(', '), specs.length - NAMED_FIELDS, speech);
}

/** Field names, and the number of further ones. */
export const withMore = (names: string, count: number, { say }: Speech): string =>
  count > 0 ? say('message.moreFields', { names, count }) : names;

/** The notes shown before opening the form: which fields work better in the web client, and why. */
export function fallbackNotes(question: Question, nativePickers: boolean, speech: Speech): string[] {
  const fields = visible(question);
  const typed = fields.filter((spec) => inputOf(spec, nativePickers).capability === 'text');
  const lists = typed.filter(isChoice);
  const others = typed.filter((spec) => !isChoice(spec) && spec.type !== 'password');
  const passwords = typed.filter(({ type }) => type === 'password');
  const files = fields.filter((spec) => inputOf(spec, nativePickers).capability === 'web_only');
  const tooMany = lists.filter((spec) => listOf(spec) === 'too_long');
  const unknown = lists.filter((spec) => listOf(spec) === 'unknown');
  const sourced = fields.filter((spec) => isChoice(spec) && spec.optionsSource && listOf(spec) === 'shown');
  const notes: [VariableSpec[], SpeechId][] = [
    [tooMany, 'slack.note.tooMany'],
    [unknown, 'slack.note.unknown'],
    [sourced, 'slack.note.sourced'],
    [others, 'slack.note.typed'],
    [passwords, 'slack.note.passwords'],
    [files, 'slack.note.files'],
  ];
  return notes
    .filter(([specs]) => specs.length > 0)
    .map(([specs, note]) => speech.say(note, { names: namesOf(specs, speech) }));
}
