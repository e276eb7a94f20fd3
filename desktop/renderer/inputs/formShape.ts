import type { FailedCheck, FieldChecks } from '../../../contract/problem.ts';
import { optionsOf, type VariableSpec } from '../../../contract/variables.ts';

/** What the form library holds. */
export interface FormShape {
  values: Record<string, unknown>;
  note: string;
  comment?: string;
}

/** What a field holds before anybody has touched it: nothing, which a switch and a slider say beside what they show. */
export function initialValues(specs: readonly VariableSpec[]): Record<string, unknown> {
  return Object.fromEntries(
    specs.filter(({ type }) => type !== 'hidden').map((spec) => [spec.name, spec.default ?? untouched(spec)]),
  );
}

/** Whether a form holds nothing but what it held before anybody touched it. */
export const isUntouched = (specs: readonly VariableSpec[], { values, note, comment }: FormShape): boolean =>
  note === '' && !comment && JSON.stringify(values) === JSON.stringify(initialValues(specs));

function untouched(spec: VariableSpec): unknown {
  if (['multiselect', 'multiuser', 'multigroup', 'hierarchy', 'table'].includes(spec.type)) return [];
  return ['boolean', 'range', 'select', 'number', 'file'].includes(spec.type) ? undefined : '';
}

/** Field names with dots (`items.0.price`, a cell of a table) to the nested shape that the form library keeps. */
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

/** A form whose one visible variable is a select with one option: choosing is answering (behaviour 2.7). */
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
