import { isAbsent } from './absent.ts';
import type { FileLink } from '../files.ts';
import {
  labelOf,
  optionLabel,
  optionsOf,
  type TableColumn,
  type VariableSpec,
  type VariableType,
} from '../variables.ts';
import { outlineOf } from './outline.ts';

type Show = (value: unknown, spec: VariableSpec, words: AnswerWords) => string;

/** The product's own words in answers. */
export interface AnswerWords {
  yes: string;
  no: string;
  provided: string;
  notAnswered: string;
  files(count: number): string;
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
  const zone = isUtc(offset) ? ' UTC' : offset ? ` (UTC${offset})` : '';
  return `${showDate(date, spec, words)}, ${time}${zone}`;
};

const isUtc = (offset: string | undefined): boolean => offset !== undefined && /^(Z|[+-]00:?00)$/.test(offset);

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

/** Uploads by name, or counted if they have none; linked files by their address. */
const showFiles: Show = (value, _spec, words) => {
  const files = eachOf(value);
  const named = files.flatMap((file) => (isLink(file) ? [file.url] : isNamed(file) ? [file.name] : []));
  const others = files.length - named.length;
  return [...(others > 0 ? [words.files(others)] : []), ...named].join(', ');
};

const isNamed = (item: unknown): item is { name: string } =>
  typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string';

const isLink = (item: unknown): item is FileLink => typeof item === 'object' && item !== null && 'url' in item;

/** What separates the columns of a table, also where it is typed. */
export const BETWEEN_CELLS = ' | ';
const NO_CELL = '–';

/** The names of the columns, then a line per row. */
const showTable: Show = (value, { columns = [] }, words) => {
  const rows = eachOf(value);
  if (columns.length === 0) return words.rows(rows.length);
  const lines = rows.map((row) => columns.map((column) => showCell(row, column, words)));
  return [columns.map(labelOf), ...lines].map((cells) => cells.map(inOneLine).join(BETWEEN_CELLS)).join('\n');
};

function showCell(row: unknown, { name, type }: TableColumn, words: AnswerWords): string {
  const cell = (row as Record<string, unknown> | null)?.[name];
  return isAbsent(cell) ? NO_CELL : SHOW[type](cell, { name, type }, words);
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A dash for each level, because some of the places that show it drop spaces at the start of a line. */
const showTree: Show = (value) => outlineOf(value).replace(/^( {2})+/gm, (indent) => '– '.repeat(indent.length / 2));

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
  hierarchy: showTree,
  password: (_value, _spec, words) => words.provided,
  table: showTable,
  hidden: () => '',
};

const ENGLISH: AnswerWords = {
  yes: 'Yes',
  no: 'No',
  provided: 'provided',
  notAnswered: 'not answered',
  files: (count) => counted(count, 'file', 'files'),
  rows: (count) => counted(count, 'row', 'rows'),
  day: (date) => day.format(date),
  number: (value) => String(value),
};

/** How a checked value reads for people: labels, names, the rows of a table; never a password. */
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
