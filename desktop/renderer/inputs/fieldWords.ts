import type { FieldErrors } from '../../../contract/problem.ts';
import type { ApiProblem } from '../api/apiProblem.ts';
import type { Text, TextId } from '../text.ts';

/**
 * What a refusal says of each field, in the person's language: by the check that failed. The author's own words stay as
 * they are, and so does what a newer server checks that this client has no words for.
 */
export const fieldWords = (
  { extra: { fields = {}, checks = {} } }: Pick<ApiProblem, 'extra'>,
  text: Text,
): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([name, english]) => {
      const check = checks[name];
      if (!check || check.words !== undefined) return [name, english];
      const own: TextId = `check.${check.id}`;
      const words = text(own, check.values);
      return [name, words === own ? english : words];
    }),
  );
