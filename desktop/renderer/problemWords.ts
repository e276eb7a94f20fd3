import { ApiProblem } from './api/apiProblem.ts';
import { fieldWords } from './inputs/fieldWords.ts';
import type { Text, TextId } from './text.ts';

/**
 * The text of an error in the person's language: the first failed check, if the server names one. The server's own text
 * only for codes that this client does not know.
 */
export function wordsFor(error: Error, text: Text): string {
  if (!(error instanceof ApiProblem)) return text('problem.internal');
  const [failed] = Object.keys(error.extra.checks ?? {});
  if (failed !== undefined) return fieldWords(error, text)[failed]!;
  const own: TextId = `problem.${error.code}`;
  const words = text(own);
  return words === own ? error.detail : words;
}
