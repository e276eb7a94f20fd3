import { z } from 'zod';
import { fieldSchema, type AnswerRules, type Rules } from './answers/fieldSchemas.ts';
import { withoutAbsent } from './answers/absent.ts';
import { sayInEnglish, type Say } from './answers/words.ts';
import type { FailedCheck, FieldChecks, FieldErrors } from './problem.ts';
import type { VariableSpec } from './variables.ts';

export type { AnswerRules } from './answers/fieldSchemas.ts';
export { countBounds, numberBounds, textBounds, timeBounds } from './answers/bounds.ts';
export { errorsOf } from './answers/errors.ts';
export { isShown, showInstant, showValue } from './answers/show.ts';
export { typedText, typedValue } from './answers/typed.ts';
export { CHECK_IDS, ENGLISH, type Say } from './answers/words.ts';
export { clockHint, inZone, withOffset, zoneOf, type Clock } from './answers/zones.ts';

/** The one variable of a `text`, `approval` or `choice` request. */
export const SIMPLE_FIELD = 'value';

export type CheckedAnswers =
  { ok: true; values: Record<string, unknown> } | { ok: false; fields: FieldErrors; checks: FieldChecks };

/**
 * The schema of everything that a person may submit for these specs. Null, blank text and empty lists count as not
 * answered. Hidden variables are no fields of it: nobody but the server sets them.
 */
function answerSchema(specs: readonly VariableSpec[], rules: Rules) {
  const asked = specs.filter((spec) => spec.type !== 'hidden');
  const fields: Record<string, z.ZodType> = Object.fromEntries(
    asked.map((spec) => [spec.name, fieldSchema(spec, rules)]),
  );
  const form = z.strictObject(fields, {
    error: (issue) => rules.say(issue.code === 'unrecognized_keys' ? 'notAField' : 'notFields'),
  });
  return z
    .unknown()
    .transform(withoutAbsent(Object.keys(fields)))
    .pipe(form);
}

/**
 * Checks what a person submitted against the specs of its request (behaviour 2.3, 2.6). Never throws; each message is
 * for the person who typed. A cell of a table is named `<field>.<row>.<column>`, rows from 0; every other message
 * stands at its field. `values` holds what was answered and the hidden variables; of people and groups it holds the
 * references as they came, unresolved, and of files the ids, unchecked. `checks` names what stands behind a message.
 */
export function checkAnswers(
  specs: readonly VariableSpec[],
  values: Record<string, unknown>,
  rules: AnswerRules = {},
): CheckedAnswers {
  const { say, checksIn } = remembering(rules.say ?? sayInEnglish);
  const result = answerSchema(specs, { ...rules, say }).safeParse(values);
  if (!result.success) {
    const fields = fieldErrors(specs, result.error);
    return { ok: false, fields, checks: checksIn(fields) };
  }
  const hidden = specs.filter((spec) => spec.type === 'hidden' && spec.value !== undefined);
  const injected = hidden.map((spec) => [spec.name, spec.value]);
  return { ok: true, values: Object.fromEntries([...Object.entries(result.data), ...injected]) };
}

/** Remembers by which check each message was said. */
function remembering(words: Say) {
  const said = new Map<string, FailedCheck>();
  const say: Say = (id, values = {}) => {
    const message = words(id, values);
    said.set(message, { id, values });
    return message;
  };
  const checksIn = (fields: FieldErrors): FieldChecks =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, message]) => {
        const check = said.get(message);
        return check ? [[name, check]] : [];
      }),
    );
  return { say, checksIn };
}

/** The first message of each field. */
function fieldErrors(specs: readonly VariableSpec[], error: z.ZodError): FieldErrors {
  const tables = new Set(specs.filter((spec) => spec.type === 'table').map((spec) => spec.name));
  const messages = new Map<string, string>();
  for (const issue of error.issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [];
    const paths = unknown.length > 0 ? unknown.map((key) => [...issue.path, key]) : [issue.path];
    for (const path of paths) {
      const name = String(path[0] ?? 'values');
      const key = tables.has(name) ? path.join('.') : name;
      if (!messages.has(key)) messages.set(key, issue.message);
    }
  }
  return Object.fromEntries(messages);
}
