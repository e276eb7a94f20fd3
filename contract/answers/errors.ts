import type { FieldErrors } from '../problem.ts';
import type { Values } from './words.ts';
import { labelOf, type VariableSpec } from '../variables.ts';

type Say = (id: 'message.row' | 'message.column', values: Values) => string;

/** What is wrong with one field, cells of a table by their row and column (`<field>.<row>.<column>`). */
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
