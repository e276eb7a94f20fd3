import type { HierarchyNode, TableColumn, VariableSpec } from '../../../../contract/variables.ts';
import { labelOf } from '../../../../contract/variables.ts';
import type { Field } from './field.ts';
import { parseNumber, textarea } from './inputs.ts';

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** Two spaces, or one tab, are one level. */
const levelOf = (line: string): number => Math.floor(/^\s*/.exec(line)![0].replaceAll('\t', '  ').length / 2);

/** A tree out of indented lines. A line that is indented too far belongs to the line above it. */
export function parseHierarchy(text: string): HierarchyNode[] {
  const root: HierarchyNode = { label: '', children: [] };
  const path = [root];
  for (const line of linesOf(text)) {
    const level = Math.min(levelOf(line), path.length - 1);
    const node: HierarchyNode = { label: line.trim(), children: [] };
    path.length = level + 1;
    path[level]!.children.push(node);
    path.push(node);
  }
  return root.children;
}

const formatHierarchy = (nodes: readonly HierarchyNode[], indent = ''): string =>
  nodes.map((node) => `${indent}${node.label}\n${formatHierarchy(node.children ?? [], `${indent}  `)}`).join('');

export const hierarchyField: Field = {
  capability: 'text',
  render: (view) =>
    textarea(
      view,
      { rows: 8, spellcheck: 'false' },
      'The tree builder is only in the web client; here, type one entry per line and indent it with two spaces to put it under the entry above.',
    ),
  parse: ([first = '']) => (first.trim() === '' ? undefined : parseHierarchy(first)),
  prefill: (value) => (Array.isArray(value) ? formatHierarchy(value as HierarchyNode[]).trimEnd() : undefined),
};

const BOOLEANS: Record<string, boolean> = { yes: true, true: true, no: false, false: false };

/** What cannot be read stays text, so that the check can name the cell. */
const CELLS: Record<TableColumn['type'], (text: string) => unknown> = {
  text: (text) => text,
  number: parseNumber,
  boolean: (text) => (Object.hasOwn(BOOLEANS, text.toLowerCase()) ? BOOLEANS[text.toLowerCase()] : text),
  date: (text) => text,
};

/** Rows out of lines; cells beyond the last column are named by their number, which no column can have as a name. */
export function parseTable(text: string, columns: readonly TableColumn[]): Record<string, unknown>[] {
  return linesOf(text).map((line) => {
    const cells = line.replace(/\|\s*$/, '').split('|');
    const named = cells.map((cell, index) => {
      const column = columns[index];
      const typed = cell.trim();
      return [column?.name ?? String(index + 1), column && typed !== '' ? CELLS[column.type](typed) : typed];
    });
    return Object.fromEntries(named) as Record<string, unknown>;
  });
}

const columnWords: Record<TableColumn['type'], string> = {
  text: '',
  number: ' (number)',
  boolean: ' (yes or no)',
  date: ' (YYYY-MM-DD)',
};

function tableHint({ columns = [] }: VariableSpec): string {
  const names = columns.map((column) => `${labelOf(column)}${columnWords[column.type]}`);
  return `The table is only in the web client; here, type one row per line, columns separated by |, in this order: ${names.join(' | ')}`;
}

const formatCell = (cell: unknown): string => (typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : String(cell ?? ''));

export const tableField: Field = {
  capability: 'text',
  render: (view) => textarea(view, { rows: 8, spellcheck: 'false' }, tableHint(view.spec)),
  parse: ([first = ''], { columns = [] }) => (first.trim() === '' ? undefined : parseTable(first, columns)),
  prefill(value, { columns = [] }) {
    if (!Array.isArray(value)) return undefined;
    const rows = value as Record<string, unknown>[];
    return rows.map((row) => columns.map(({ name }) => formatCell(row?.[name])).join(' | ')).join('\n');
  },
};
