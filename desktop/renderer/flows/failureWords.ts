import type { ExecutionError } from '../../../contract/executions.ts';
import type { Text, TextId } from '../text.ts';
import { namesIn, type NameOf } from './stepNames.ts';

/** Failures that were stored before their message had variants do not say which one it is. */
const UNSAID = { why: '' };

/**
 * Why something failed, translated if code and values suffice. Details from an expression, a directory or another
 * server are for the author and stay unchanged.
 *
 * @param nameOf the names of steps, as the page shows them
 */
export function failureWords(
  { code, message, values, by }: ExecutionError,
  text: Text,
  nameOf: NameOf = () => null,
): string {
  if (by !== undefined) return text('executions.cancelledBy', { name: by });
  if (!values) return message;
  const own: TextId = code.startsWith('llm_') ? (`notice.${code}` as TextId) : (`failure.${code}` as TextId);
  const words = text(own, { ...UNSAID, ...namesIn(values, ['nodes'], nameOf) });
  return words === own ? message : words;
}
