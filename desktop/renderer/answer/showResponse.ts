import { outlineOf } from '../../../contract/answers/outline.ts';
import type { FileView } from '../../../contract/files.ts';
import type { UserNotification } from '../../../contract/notifications.ts';
import { labelOf, type TableColumn, type VariableType } from '../../../contract/variables.ts';

/** Translated words. */
export interface Words {
  yes: string;
  no: string;
  provided: string;
  date(iso: string): string;
  dateTime(iso: string): string;
  number(value: number): string;
}

type Variable = UserNotification['meta']['variables'][number];

/** An uploaded file as an answer refers to it. */
export type FileReference = Pick<FileView, 'id' | 'name' | 'size'>;

export interface ShownAnswer {
  label: string | null;
  text: string;
  /** Files to download, shown instead of text. */
  files?: FileReference[];
  /** A table with the names of its columns, shown instead of text. */
  table?: ShownTable;
}

export interface ShownTable {
  head: string[];
  rows: string[][];
}

/** A person's own answer in words, field by field. Fields that the notification no longer has are shown by name. */
export function showResponse(
  { inputType, response, meta }: Pick<UserNotification, 'inputType' | 'response' | 'meta'>,
  words: Words,
): ShownAnswer[] {
  if (response === null) return [];
  if (inputType !== 'form') return [{ label: null, text: showValue(meta.variables[0], response, words) }];
  return Object.entries(parseValues(response)).map(([name, value]) => {
    const variable = meta.variables.find((each) => each.name === name);
    const files = variable?.type === 'file' && Array.isArray(value) ? value.filter(isFile) : [];
    const table = variable && tableOf(variable, value, words);
    return {
      label: variable?.label ?? name,
      text: showValue(variable, value, words),
      ...(files.length > 0 && { files }),
      ...(table && { table }),
    };
  });
}

/** Undefined without columns, as older servers leave them out. */
function tableOf({ type, columns }: Variable, value: unknown, words: Words): ShownTable | undefined {
  if (type !== 'table' || !columns || !Array.isArray(value) || value.length === 0) return undefined;
  const cellOf = (row: Record<string, unknown>, { name, type: kind }: TableColumn): string => {
    const cell = row[name];
    return kind === 'date' && isTime(cell) ? words.date(cell) : showPlain(cell, words, String);
  };
  return {
    head: columns.map(labelOf),
    rows: (value as Record<string, unknown>[]).map((row) => columns.map((column) => cellOf(row, column))),
  };
}

const isFile = (item: unknown): item is FileReference =>
  item !== null && typeof item === 'object' && 'id' in item && 'name' in item && 'size' in item;

function parseValues(response: string): Record<string, unknown> {
  try {
    const values: unknown = JSON.parse(response);
    return values !== null && typeof values === 'object' ? (values as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const TIMES: Partial<Record<VariableType, keyof Pick<Words, 'date' | 'dateTime'>>> = {
  date: 'date',
  datetime: 'dateTime',
};

function showValue(variable: Variable | undefined, value: unknown, words: Words): string {
  if (variable?.type === 'password') return words.provided;
  if (variable?.type === 'hierarchy' && Array.isArray(value)) return outlineOf(value);
  if (variable?.type === 'table' && Array.isArray(value))
    return value.map((row) => showCells(row as object, (cell) => showPlain(cell, words, String))).join('\n');
  const time = variable && TIMES[variable.type];
  if (time && isTime(value)) return words[time](value);
  return showPlain(value, words, (item) => variable?.options?.find((option) => option.value === item)?.label ?? item);
}

const isTime = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value));

const showCells = (row: object, show: (cell: unknown) => string): string => Object.values(row).map(show).join(' · ');

function showPlain(value: unknown, words: Words, labelOf: (item: string) => string): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return words.number(value);
  if (typeof value === 'string') return labelOf(value);
  if (Array.isArray(value)) return value.map((item) => showPlain(item, words, labelOf)).join(', ');
  if (value !== null && typeof value === 'object') {
    if ('secret' in value) return words.provided;
    const named = 'displayName' in value ? value.displayName : 'name' in value && 'size' in value ? value.name : null;
    return typeof named === 'string' ? named : showCells(value, (cell) => showPlain(cell, words, labelOf));
  }
  return value === null || value === undefined ? '–' : String(value);
}
