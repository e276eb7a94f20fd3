import type { ExecutionError } from '../../../contract/executions.ts';
import type { Text, TextId } from '../text.ts';

/**
 * Why something failed, translated if code and values suffice. Details from an expression, a directory or another
 * server are for the author and stay unchanged.
 */
export function failureWords({ code, message, values, by }: ExecutionError, text: Text): string {
  if (by !== undefined) return text('executions.cancelledBy', { name: by });
  if (!values) return message;
  const own: TextId = code.startsWith('llm_') ? (`notice.${code}` as TextId) : (`failure.${code}` as TextId);
  const words = text(own, values);
  return words === own ? message : words;
}
