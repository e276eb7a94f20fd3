import { isAbsent } from './absent.ts';
import type { FileLink } from '../files.ts';
import { optionLabel, optionsOf, type HierarchyNode, type VariableSpec, type VariableType } from '../variables.ts';

type Show = (value: unknown, spec: VariableSpec, words: AnswerWords) => string;

/** The product's own words in answers. */
export interface AnswerWords {
  yes: string;
  no: string;
  provided: string;
  notAnswered: string;
  files(count: number): string;
  entries(count: number): string;
  rows(count: number): string;
  day(date: Date): string;
  number(value: number): string;
}

/** Maps the value of each option to its label. */
export const optionLabels = (spec: Pick<VariableSpec, 'options'>): Map<string, string> =>
  new Map(optionsOf(spec).map((option) => [option.value, optionLabel(option)]));

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const showText: Show = (value) => String(value);
const showNumber: Show = (value, _spec, words) => (typeof value === 'number' ? words.number(value) : String(value));
const showDate: Show = (value, _spec, words) => {
  const at = new Date(`${String(value)}T00:00Z`);
  return Number.isNaN(at.getTime()) ? String(value) : words.day(at);
};

const DATETIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::[\d.]+)?(Z|[+-]\d{2}:?\d{2})?$/;
const showDatetime: Show = (value, spec, words) => {
  const [, date, time, offset] = DATETIME.exec(String(value)) ?? [];
  if (date === undefined) return String(value);
  const zone = offset === 'Z' ? ' UTC' : offset ? ` (UTC${offset})` : '';
  return `${showDate(date, spec, words)}, ${time}${zone}`;
};

const eachOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const showChoices: Show = (value, spec) => {
  const labels = optionLabels(spec);
  return eachOf(value)
    .map((chosen) => labels.get(String(chosen)) ?? String(chosen))
    .join(', ');
};

const nameOf = (reference: unknown): string => {
  if (typeof reference !== 'object' || reference === null) return String(reference);
  const { displayName, email, id } = reference as { displayName?: unknown; email?: unknown; id?: unknown };
  return String(displayName || email || id);
};
const showReferences: Show = (value) => eachOf(value).map(nameOf).join(', ');

const countNodes = (nodes: readonly HierarchyNode[]): number =>
  nodes.reduce((sum, node) => sum + 1 + countNodes(node.children), 0);

/** Uploads are counted; linked files are shown by their address. */
const showFiles: Show = (value, _spec, words) => {
  const links = eachOf(value).flatMap((item) => (isLink(item) ? [item.url] : []));
  const uploads = eachOf(value).length - links.length;
  return [...(uploads > 0 || links.length === 0 ? [words.files(uploads)] : []), ...links].join(', ');
};

const isLink = (item: unknown): item is FileLink => typeof item === 'object' && item !== null && 'url' in item;

const SHOW: Record<VariableType, Show> = {
  text: showText,
  string: showText,
  textarea: showText,
  multiline: showText,
  select: showChoices,
  multiselect: showChoices,
  number: showNumber,
  boolean: (value, _spec, words) => (value === true ? words.yes : words.no),
  date: showDate,
  file: showFiles,
  user: showReferences,
  multiuser: showReferences,
  group: showReferences,
  multigroup: showReferences,
  range: showNumber,
  datetime: showDatetime,
  time: showText,
  hierarchy: (value, _spec, words) => words.entries(countNodes(value as HierarchyNode[])),
  password: (_value, _spec, words) => words.provided,
  table: (value, _spec, words) => words.rows(eachOf(value).length),
  hidden: () => '',
};

const ENGLISH: AnswerWords = {
  yes: 'Yes',
  no: 'No',
  provided: 'provided',
  notAnswered: 'not answered',
  files: (count) => counted(count, 'file', 'files'),
  entries: (count) => counted(count, 'entry', 'entries'),
  rows: (count) => counted(count, 'row', 'rows'),
  day: (date) => day.format(date),
  number: (value) => String(value),
};

/** How a checked value reads for people: labels, names, counts; never a password. */
export const showValue = (spec: VariableSpec, value: unknown, words = ENGLISH): string =>
  isAbsent(value) ? words.notAnswered : SHOW[spec.type](value, spec, words);

const SHOWN: Record<VariableType, boolean> = {
  text: false,
  string: false,
  textarea: false,
  multiline: false,
  select: true,
  multiselect: true,
  number: false,
  boolean: true,
  date: false,
  file: false,
  user: false,
  multiuser: false,
  group: false,
  multigroup: false,
  range: false,
  datetime: false,
  time: false,
  hierarchy: false,
  password: false,
  table: false,
  hidden: false,
};

/**
 * Whether the outcome on a copy shows the answer. Copies stay in mailboxes and chats, so they show only choices,
 * booleans and approvals; everything else reads "answered".
 */
export const isShown = (spec: Pick<VariableSpec, 'type'>): boolean => SHOWN[spec.type];
