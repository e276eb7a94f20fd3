import { fileHosts, fileLinkOf } from '../files.ts';
import {
  optionLabel,
  optionsOf,
  type HierarchyNode,
  type TableColumn,
  type VariableSpec,
  type VariableType,
} from '../variables.ts';
import { parseNumber, writtenNumber, type DecimalSign } from './numbers.ts';
import { outlineOf, treeOf } from './outline.ts';
import { BETWEEN_CELLS, optionLabels } from './show.ts';
import { withOffset, type Clock } from './zones.ts';

/** What is known about the person who types. */
export interface Typist extends Partial<Pick<Clock, 'zone'>> {
  /** Their decimal separator; absent if the platform's control only accepts `1.5`. */
  decimal?: DecimalSign;
}

type Read = (text: string, spec: VariableSpec, typist: Typist) => unknown;
type Write = (value: unknown, spec: VariableSpec, typist: Typist) => string | undefined;

const BOOLEANS = new Map([
  ['yes', true],
  ['ja', true],
  ['true', true],
  ['no', false],
  ['nein', false], // cspell:disable-line
  ['false', false],
]);
const parseBoolean = (typed: string): boolean | string => BOOLEANS.get(typed.toLowerCase()) ?? typed;

/**
 * Finds the value of the option that a person typed: by value, by label, or by label ignoring case. Undefined if none
 * or several match. The options are indexed once: a text of thousands of items may meet thousands of options.
 */
export function optionReader(spec: Pick<VariableSpec, 'options'>): (typed: string) => string | undefined {
  const values = new Set<string>();
  const labelled = new Map<string, string | null>(); // null: several share the label
  const alike = new Map<string, string | null>();
  for (const option of optionsOf(spec)) {
    const label = optionLabel(option).trim();
    const folded = label.toLowerCase();
    values.add(option.value);
    labelled.set(label, labelled.has(label) ? null : option.value);
    alike.set(folded, alike.has(folded) ? null : option.value);
  }
  return (typed) => (values.has(typed) ? typed : (labelled.get(typed) ?? alike.get(typed.toLowerCase()) ?? undefined));
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');
const itemsOf = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((item) => item.trim())
    .filter(Boolean);

/** One option per line, or several separated by commas; a comma inside an option does not split it. */
function parseOptions(text: string, spec: VariableSpec): string[] {
  const read = optionReader(spec);
  return linesOf(text).flatMap((line) => read(line.trim()) ?? itemsOf(line).map((item) => read(item) ?? item));
}

const parseReferences = (text: string): string[] => [...new Set(itemsOf(text))];

const withTwoDigitHour = (typed: string): string => (/^\d:/.test(typed) ? `0${typed}` : typed);

/**
 * A space between date and time is read as the `T` of ISO 8601. Without a typed offset, the person's time zone applies.
 */
const parseDatetime: Read = (typed, _spec, { zone }) => {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})[ T]+(\S+)$/.exec(typed) ?? [];
  if (!day || !time) return typed;
  const moment = `${day}T${withTwoDigitHour(time)}`;
  return zone === undefined ? moment : withOffset(moment, zone);
};

/** Unparsable cells stay text, so the check can name the cell. */
const CELLS: Record<TableColumn['type'], (text: string, typist: Typist) => unknown> = {
  text: (text) => text,
  number: (text, { decimal }) => parseNumber(text, decimal),
  boolean: parseBoolean,
  date: (text) => text,
};

/** One row per line. Extra cells are keyed by their number, which no column can have as its name. */
function parseTable(text: string, { columns = [] }: VariableSpec, typist: Typist): Record<string, unknown>[] {
  return linesOf(text).map((line) => {
    const cells = line.replace(/\|\s*$/, '').split('|');
    const named = cells.map((cell, index) => {
      const column = columns[index];
      const typed = cell.trim();
      return [column?.name ?? String(index + 1), column && typed !== '' ? CELLS[column.type](typed, typist) : typed];
    });
    return Object.fromEntries(named) as Record<string, unknown>;
  });
}

const asTyped: Read = (text) => text;
const trimmed =
  (read: Read): Read =>
  (text, spec, typist) =>
    read(text.trim(), spec, typist);

const READ: Record<VariableType, Read> = {
  text: asTyped,
  string: asTyped,
  textarea: asTyped,
  multiline: asTyped,
  select: trimmed((text, spec) => optionReader(spec)(text) ?? text),
  multiselect: parseOptions,
  number: trimmed((text) => parseNumber(text)),
  boolean: trimmed(parseBoolean),
  date: trimmed(asTyped),
  file: (text, spec) => (fileHosts(spec).length > 0 ? linesOf(text).map(fileLinkOf) : text),
  user: trimmed(asTyped),
  multiuser: parseReferences,
  group: trimmed(asTyped),
  multigroup: parseReferences,
  range: trimmed((text, _spec, { decimal }) => parseNumber(text, decimal)),
  datetime: trimmed(parseDatetime),
  time: trimmed(withTwoDigitHour),
  hierarchy: treeOf,
  password: asTyped,
  table: parseTable,
  hidden: () => undefined,
};

/**
 * Parses typed text for a spec whose type has no control in the channel (behaviour 2.6). Returns undefined for blank
 * text, and unparsable text unchanged, so that `checkAnswers` can report it.
 *
 * @param typist its zone applies to a date and time without an offset; without a zone none is added. If its decimal
 *   separator is a comma, `1.234` is rejected, because it may mean a thousand
 */
export function typedValue(spec: VariableSpec, text: string, typist: Typist = {}): unknown {
  if (text.trim() === '') return undefined;
  const value = READ[spec.type](text, spec, typist);
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}

type WriteItem = (value: unknown) => string | undefined;

const writeText: WriteItem = (value) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const nameOf: WriteItem = (reference) => {
  if (typeof reference !== 'object' || reference === null) return writeText(reference);
  const { email, id } = reference as { email?: unknown; id?: unknown };
  return writeText(email || id);
};

/** The label of a chosen option, or its value if the label is ambiguous. */
function optionWriter(spec: VariableSpec): WriteItem {
  const labels = optionLabels(spec);
  const read = optionReader(spec);
  return (value) => {
    const label = labels.get(value as string);
    return label !== undefined && read(label.trim()) === value ? label : writeText(value);
  };
}

const linesFrom = (value: unknown, write: WriteItem): string | undefined =>
  Array.isArray(value)
    ? value
        .map((item) => write(item))
        .filter(Boolean)
        .join('\n')
    : undefined;

const namesOf: Write = (value) => linesFrom(value, nameOf);

/** A number with the reader's decimal separator. */
const writeNumber = (value: unknown, { decimal = '.' }: Typist): string | undefined =>
  typeof value === 'number' ? writtenNumber(value, decimal) : writeText(value);

const writeBoolean = (value: boolean): string => (value ? 'yes' : 'no');

const writeCell = (cell: unknown, typist: Typist): string =>
  typeof cell === 'boolean' ? writeBoolean(cell) : (writeNumber(cell, typist) ?? String(cell ?? ''));

/** Undefined if a cell would be parsed as several. */
const writeTable: Write = (value, { columns = [] }, typist) => {
  if (!Array.isArray(value)) return undefined;
  const rows = value as Record<string, unknown>[];
  const cells = rows.map((row) => columns.map(({ name }) => writeCell(row?.[name], typist)));
  return cells.flat().some((cell) => /[\n|]/.test(cell))
    ? undefined
    : cells.map((row) => row.join(BETWEEN_CELLS)).join('\n');
};

/** Undefined if an entry would be parsed as several. */
const writeOutline: Write = (value) => (Array.isArray(value) && !hasLongEntry(value) ? outlineOf(value) : undefined);

const hasLongEntry = (nodes: unknown): boolean =>
  Array.isArray(nodes) &&
  (nodes as (Partial<HierarchyNode> | null)[]).some(
    (node) => /\n/.test(String(node?.label)) || hasLongEntry(node?.children),
  );

const nothing: Write = () => undefined;

const WRITE: Record<VariableType, Write> = {
  text: writeText,
  string: writeText,
  textarea: writeText,
  multiline: writeText,
  select: (value, spec) => optionWriter(spec)(value),
  multiselect: (value, spec) => linesFrom(value, optionWriter(spec)),
  number: writeText,
  boolean: (value) => (typeof value === 'boolean' ? writeBoolean(value) : undefined),
  date: writeText,
  file: nothing,
  user: nameOf,
  multiuser: namesOf,
  group: nameOf,
  multigroup: namesOf,
  range: (value, _spec, typist) => writeNumber(value, typist),
  datetime: writeText,
  time: writeText,
  hierarchy: writeOutline,
  password: nothing,
  table: writeTable,
  hidden: nothing,
};

/** The inverse of `typedValue`, for a default say; undefined if text cannot or must not express the value. */
export const typedText = (spec: VariableSpec, value: unknown, typist: Typist = {}): string | undefined =>
  WRITE[spec.type](value, spec, typist);
