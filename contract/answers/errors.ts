import type { FieldErrors } from '../problem.ts';
import { labelOf, type VariableSpec } from '../variables.ts';

/** What is wrong with one field, cells of a table by their row and column (`<field>.<row>.<column>`). */
export function errorsOf(spec: VariableSpec, fields: FieldErrors): string[] {
  const own = Object.hasOwn(fields, spec.name) ? [fields[spec.name]!] : [];
  const inside = Object.entries(fields).filter(([key]) => key.startsWith(`${spec.name}.`));
  return [...own, ...inside.map(([key, message]) => `${cellName(spec, key)}: ${message}`)];
}

function cellName(spec: VariableSpec, key: string): string {
  const [, row, name] = key.split('.');
  const column = spec.columns?.find((each) => each.name === name);
  const where = column ? labelOf(column) : name && `column ${name}`;
  return [`Row ${Number(row) + 1}`, where].filter(Boolean).join(', ');
}
