import { clockHint, numberBounds, type Clock } from '../../contract/answers.ts';
import { ENGLISH_SPEECH } from '../../contract/speech.ts';
import { fileHosts } from '../../contract/files.ts';
import { labelOf, type TableColumn, type VariableSpec, type VariableType } from '../../contract/variables.ts';

const ONLY = 'only in the web client; here,';

const COLUMN_WORDS: Record<TableColumn['type'], string> = {
  text: '',
  number: ' (number)',
  boolean: ' (yes or no)',
  date: ' (YYYY-MM-DD)',
};
const columnsOf = ({ columns = [] }: VariableSpec): string =>
  columns.map((column) => `${labelOf(column)}${COLUMN_WORDS[column.type]}`).join(' | ');

function rangeWords(spec: VariableSpec): string {
  const { min, max, step } = numberBounds(spec);
  return `from ${min} to ${max}${step === undefined ? '' : `, in steps of ${step}`}`;
}

type Words = (spec: VariableSpec, clock?: Clock) => string;

/** How each type is typed where a chat has no control for it; nothing need be said of what is typed anyway. */
const HINTS: Record<VariableType, Words> = {
  text: () => '',
  string: () => '',
  textarea: () => '',
  multiline: () => '',
  select: () => `The list of options is ${ONLY} type one of them.`,
  multiselect: () => `The list of options is ${ONLY} type one per line.`,
  number: () => `The number field is ${ONLY} type a number.`,
  boolean: () => `The switch is ${ONLY} type yes or no.`,
  date: () => `The date picker is ${ONLY} type a date as YYYY-MM-DD.`,
  file: (spec) => {
    const hosts = fileHosts(spec).join(', ');
    return hosts === ''
      ? 'Files are taken in the web client only.'
      : `Files are uploaded in the web client; here, type the https address of a file at ${hosts}, one per line.`;
  },
  user: () => `The people picker is ${ONLY} type the e-mail address of a person.`,
  multiuser: () => `The people picker is ${ONLY} type e-mail addresses of people, one per line.`,
  group: () => `The picker is ${ONLY} type the name or e-mail address of a group.`,
  multigroup: () => `The picker is ${ONLY} type names or e-mail addresses of groups, one per line.`,
  range: (spec) => `The slider is ${ONLY} type a number ${rangeWords(spec)}.`,
  datetime: (_spec, clock) =>
    `The picker is ${ONLY} type a date and a time as YYYY-MM-DD HH:mm.${clock ? ` ${clockHint(clock, ENGLISH_SPEECH)}` : ''}`,
  time: () => `The picker is ${ONLY} type a time as HH:mm.`,
  hierarchy: () =>
    `The tree builder is ${ONLY} type one entry per line and indent it with two spaces to put it under the entry above.`,
  password: () => 'Only the web client hides what you type for certain.',
  table: (spec) =>
    `The table is ${ONLY} type one row per line, columns separated by |, in this order: ${columnsOf(spec)}`,
  hidden: () => '',
};

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
 * A field that is shown as text: what the web client has and this chat has not, and how to type it here (behaviour 2.6).
 *
 * @param clock by which a date and time is read that is typed here
 */
export const fallbackInput = (spec: VariableSpec, clock?: Clock): { hint: string; isMultiline: boolean } => ({
  hint: HINTS[spec.type](spec, clock),
  isMultiline: MULTILINE.has(spec.type),
});
