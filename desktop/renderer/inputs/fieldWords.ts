import { ENGLISH } from '../../../contract/answers.ts';
import type { FieldErrors } from '../../../contract/problem.ts';
import type { ApiProblem } from '../api/apiProblem.ts';
import type { Text } from '../text.ts';

/**
 * What a refusal says of each field, in the person's language: by the check that failed. The author's own words stay as
 * they are, and so does what a newer server checks that this client has no words for.
 */
export const fieldWords = ({ extra: { fields = {}, checks = {} } }: ApiProblem, text: Text): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([name, english]) => {
      const check = checks[name];
      return [name, check && Object.hasOwn(ENGLISH, check.id) ? text(`check.${check.id}`, check.values) : english];
    }),
  );
