import { labelOf, type TableColumn, type VariableSpec } from '../../../../contract/variables.ts';
import type { Field } from './field.ts';
import { parseTyped, prefillTyped, textarea } from './inputs.ts';

export const hierarchyField: Field = {
  capability: 'text',
  render: (view) =>
    textarea(
      view,
      { rows: 8, spellcheck: 'false' },
      'The tree builder is only in the web client; here, type one entry per line and indent it with two spaces to put it under the entry above.',
    ),
  parse: parseTyped,
  prefill: prefillTyped,
};

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

export const tableField: Field = {
  capability: 'text',
  render: (view) => textarea(view, { rows: 8, spellcheck: 'false' }, tableHint(view.spec)),
  parse: parseTyped,
  prefill: prefillTyped,
};
