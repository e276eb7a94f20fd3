import type { FailedCheck, FieldChecks } from '../../../contract/problem.ts';
import { optionsOf, type VariableSpec } from '../../../contract/variables.ts';

/** The values in the form library. */
export interface FormShape {
  values: Record<string, unknown>;
  note: string;
  comment?: string;
}

/** The values of untouched fields: defaults, otherwise unset, which a switch and a slider show separately. */
export function initialValues(specs: readonly VariableSpec[]): Record<string, unknown> {
  return Object.fromEntries(
    specs.filter(({ type }) => type !== 'hidden').map((spec) => [spec.name, spec.default ?? untouched(spec)]),
  );
}

/** Whether a form still has its initial values. */
export const isUntouched = (specs: readonly VariableSpec[], { values, note, comment }: FormShape): boolean =>
  note === '' && !comment && JSON.stringify(values) === JSON.stringify(initialValues(specs));

function untouched(spec: VariableSpec): unknown {
  if (['multiselect', 'multiuser', 'multigroup', 'hierarchy', 'table'].includes(spec.type)) return [];
  return ['boolean', 'range', 'select', 'number', 'file'].includes(spec.type) ? undefined : '';
}

/** Converts field names with dots (`items.0.price`, a cell of a table) to the form library's nested shape. */
export function nestErrors(checks: FieldChecks, say: (check: FailedCheck) => string): Record<string, unknown> {
  const nested: Record<string, unknown> = {};
  for (const [path, check] of Object.entries(checks)) {
    const parts = path.split('.');
    const last = parts.pop()!;
    let place = nested;
    for (const part of parts) place = (place[part] ??= {}) as Record<string, unknown>;
    place[last] = { type: 'check', message: say(check) };
  }
  return nested;
}

/** Whether the only visible variable is a select with one option: choosing it answers (behaviour 2.7). */
export function isSingleOption(specs: readonly VariableSpec[]): boolean {
  const visible = specs.filter(({ type }) => type !== 'hidden');
  const [only] = visible;
  return (
    visible.length === 1 && only?.type === 'select' && optionsOf(only).filter((option) => !option.disabled).length === 1
  );
}

/** Whether a tap on an option of this spec sends the form (behaviour 2.7). */
export const submitsOnSelect = ({ type, variant, autoSubmitOnSelect }: VariableSpec): boolean =>
  (type === 'select' || type === 'multiselect') && variant === 'buttons' && autoSubmitOnSelect === true;
