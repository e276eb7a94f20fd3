import type { ExecutionError } from '../../../contract/executions.ts';
import type { Text, TextId } from '../text.ts';

/**
 * Why something failed, in the person's language where its code and values say it all. What an expression, a directory or
 * another server has to say in detail is for the flow's author, and stays as it is.
 */
export function failureWords({ code, message, values, by }: ExecutionError, text: Text): string {
  if (by !== undefined) return text('executions.cancelledBy', { name: by });
  if (!values) return message;
  const own: TextId = code.startsWith('llm_') ? (`notice.${code}` as TextId) : (`failure.${code}` as TextId);
  const words = text(own, values);
  return words === own ? message : words;
}
