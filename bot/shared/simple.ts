import { SIMPLE_FIELD } from '../../contract/answers.ts';
import type { Question } from '../../contract/messages.ts';
import type { Submitted } from '../../contract/payload.ts';

/** What was answered, as the question wants it submitted: one value, or a value per field of a form (behaviour 2.3). */
export function submittedOf({ inputType }: Pick<Question, 'inputType'>, values: Record<string, unknown>): Submitted {
  if (inputType === 'form') return { values } as Submitted;
  const value = values[SIMPLE_FIELD];
  return { value: value === undefined || value === null ? '' : String(value) };
}
