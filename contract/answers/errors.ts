import type { FieldErrors } from '../problem.ts';
import type { Values } from './words.ts';
import { labelOf, type VariableSpec } from '../variables.ts';

type Say = (id: 'message.row' | 'message.column', values: Values) => string;

/**
 * The errors of one field; for a table, also those of its cells (`<field>.<row>.<column>`), with row and column named.
 */
export function errorsOf(spec: VariableSpec, fields: FieldErrors, { say }: { say: Say }): string[] {
  const own = Object.hasOwn(fields, spec.name) ? [fields[spec.name]!] : [];
  const inside = Object.entries(fields).filter(([key]) => key.startsWith(`${spec.name}.`));
  return [...own, ...inside.map(([key, message]) => `${cellName(spec, key, say)}: ${message}`)];
}

function cellName(spec: VariableSpec, key: string, say: Say): string {
  const [, row, name] = key.split('.');
  const column = spec.columns?.find((each) => each.name === name);
  const where = column ? labelOf(column) : name && say('message.column', { name });
  return [say('message.row', { row: Number(row) + 1 }), where].filter(Boolean).join(', ');
}
