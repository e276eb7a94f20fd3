import { z } from 'zod';
import { fieldSchema, isObject, type AnswerRules } from './answers/fieldSchemas.ts';
import { withoutAbsent } from './answers/absent.ts';
import { placesOf } from './issuePlaces.ts';
import { MOST_FAULTS, type FailedCheck, type FieldChecks } from './problem.ts';
import type { VariableSpec } from './variables.ts';

export type { AnswerRules } from './answers/fieldSchemas.ts';
export { isAbsent } from './answers/absent.ts';
export { countBounds, numberBounds, textBounds, timeBounds } from './answers/bounds.ts';
export { errorsOf } from './answers/errors.ts';
export { isShown, showValue, type AnswerWords } from './answers/show.ts';
export { optionReader, typedText, typedValue, type Typist } from './answers/typed.ts';
export { CHECK_IDS, ENGLISH } from './answers/words.ts';
export {
  clockAt,
  clockHint,
  firstAt,
  inZone,
  isRealDay,
  momentOf,
  withOffset,
  zoneOf,
  type Clock,
} from './answers/zones.ts';

/** The one variable of a `text`, `approval` or `choice` request. */
export const SIMPLE_FIELD = 'value';

export type CheckedAnswers = { ok: true; values: Record<string, unknown> } | { ok: false; checks: FieldChecks };

/**
 * Checks what a person submitted against the specs of its request (behaviour 2.3, 2.6). Null, blank text and empty
 * lists count as not answered; hidden variables are not fields: only the server sets them. Never throws. Checks are
 * keyed by field, those of a table cell by `<field>.<row>.<column>`, rows from 0. `values` holds the answered fields
 * and the hidden variables. People and groups in it are unresolved references; file ids are unchecked.
 */
export function checkAnswers(
  specs: readonly VariableSpec[],
  values: Record<string, unknown>,
  rules: AnswerRules = {},
): CheckedAnswers {
  return compileAnswers(specs, rules)(values);
}

/** `checkAnswers` for many answers to the same specs: building the schemas takes longer than using them. */
export function compileAnswers(
  specs: readonly VariableSpec[],
  rules: AnswerRules = {},
): (values: Record<string, unknown>) => CheckedAnswers {
  const fields = specs
    .filter(({ type }) => type !== 'hidden')
    .map((spec): [string, z.ZodType] => [spec.name, fieldSchema(spec, rules)]);
  const schema = z.strictObject(Object.fromEntries(fields));
  const withoutBlank = withoutAbsent(fields.map(([name]) => name));
  const hidden = specs.filter((spec) => spec.type === 'hidden' && spec.value !== undefined);
  const injected = hidden.map((spec) => [spec.name, spec.value]);
  return (values) => {
    if (!isObject(values)) return { ok: false, checks: { values: { id: 'notFields', values: {} } } };
    const result = schema.safeParse(withoutBlank(values));
    if (!result.success) return { ok: false, checks: failedIn(specs, result.error.issues) };
    return { ok: true, values: Object.fromEntries([...Object.entries(result.data), ...injected]) };
  };
}

type Issue = z.core.$ZodIssue;

/** The first failed check of each field, of up to `MOST_FAULTS` fields. */
function failedIn(specs: readonly VariableSpec[], issues: readonly Issue[]): FieldChecks {
  const tables = new Set(specs.filter((spec) => spec.type === 'table').map((spec) => spec.name));
  const checks = new Map<string, FailedCheck>();
  for (const issue of issues) {
    for (const path of placesOf(issue)) {
      if (checks.size >= MOST_FAULTS) break;
      const name = String(path[0]);
      const key = tables.has(name) ? path.join('.') : name;
      if (!checks.has(key)) checks.set(key, checkOf(issue));
    }
  }
  return Object.fromEntries(checks);
}

/** Field rules name their check; zod itself only reports unknown names and failed unions. */
function checkOf(issue: Issue): FailedCheck {
  if (issue.code === 'unrecognized_keys') return { id: issue.path.length === 0 ? 'notAField' : 'column', values: {} };
  if (issue.code === 'invalid_union') return checkOf(issue.errors[0]![0]!);
  return (issue as z.core.$ZodIssueCustom).params as FailedCheck;
}
