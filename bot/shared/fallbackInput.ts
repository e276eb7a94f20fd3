import { clockHint, numberBounds, type Clock } from '../../contract/answers.ts';
import { numberInWords } from '../../contract/boundWords.ts';
import { fileHosts } from '../../contract/files.ts';
import type { Speech, SpeechId } from '../../contract/speech.ts';
import { tableHint } from '../../contract/spoken.ts';
import type { VariableSpec, VariableType } from '../../contract/variables.ts';

function rangeHint(spec: VariableSpec, { say, bounds }: Speech): string {
  const { min = '', max = '', step = 'none' } = numberBounds(spec);
  const inWords = (bound: number | string) => numberInWords(bound, bounds);
  return say('hint.range', { min: inWords(min), max: inWords(max), step: inWords(step) });
}

function fileHint(spec: VariableSpec, { say }: Speech): string {
  const hosts = fileHosts(spec).join(', ');
  return hosts === '' ? say('hint.file') : say('hint.fileAddress', { hosts });
}

const datetimeHint = (speech: Speech, clock: Clock | undefined): string =>
  [speech.say('hint.datetime'), ...(clock ? [clockHint(clock, speech)] : [])].join(' ');

type Hint = SpeechId | '' | ((spec: VariableSpec, speech: Speech, clock?: Clock) => string);

/** The hint for typing each type as text if a chat has no control for it; none for types that are text anyway. */
const HINTS: Record<VariableType, Hint> = {
  text: '',
  string: '',
  textarea: '',
  multiline: '',
  select: 'hint.select',
  multiselect: 'hint.multiselect',
  number: 'hint.number',
  boolean: 'hint.boolean',
  date: 'hint.date',
  file: fileHint,
  user: 'hint.user',
  multiuser: 'hint.multiuser',
  group: 'hint.group',
  multigroup: 'hint.multigroup',
  range: rangeHint,
  datetime: (_spec, speech, clock) => datetimeHint(speech, clock),
  time: 'hint.time',
  hierarchy: 'hint.hierarchy',
  password: 'hint.password',
  table: tableHint,
  hidden: '',
};

function hintOf(spec: VariableSpec, speech: Speech, clock?: Clock): string {
  const hint = HINTS[spec.type];
  if (typeof hint === 'function') return hint(spec, speech, clock);
  return hint === '' ? '' : speech.say(hint);
}

const MULTILINE: ReadonlySet<VariableType> = new Set<VariableType>([
  'textarea',
  'multiline',
  'multiselect',
  'file',
  'multiuser',
  'multigroup',
  'hierarchy',
  'table',
]);

/**
 * A field shown as text: says what the web client offers instead, and how to type the value here (behaviour 2.6).
 *
 * @param clock the time zone for a date and time typed here
 */
export const fallbackInput = (
  spec: VariableSpec,
  speech: Speech,
  clock?: Clock,
): { hint: string; isMultiline: boolean } => ({
  hint: hintOf(spec, speech, clock),
  isMultiline: isMultiline(spec),
});

/** Whether a field that is shown as text takes several lines. */
export const isMultiline = ({ type }: VariableSpec): boolean => MULTILINE.has(type);
