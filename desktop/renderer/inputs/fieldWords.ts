import type { FieldErrors } from '../../../contract/problem.ts';
import type { ApiProblem } from '../api/apiProblem.ts';
import type { Text, TextId } from '../text.ts';

/**
 * The messages of a refusal by field, in the person's language. The author's own messages, and those of checks unknown
 * to this client, stay unchanged.
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
