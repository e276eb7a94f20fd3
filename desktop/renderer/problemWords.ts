import { ApiProblem } from './api/apiProblem.ts';
import { fieldWords } from './inputs/fieldWords.ts';
import type { Text, TextId } from './text.ts';

/**
 * What went wrong, in the person's language: the first check that failed, where the server names one. The server's own
 * words only where it is newer than this client.
 */
export function wordsFor(error: Error, text: Text): string {
  if (!(error instanceof ApiProblem)) return text('problem.internal');
  const [failed] = Object.keys(error.extra.checks ?? {});
  if (failed !== undefined) return fieldWords(error, text)[failed]!;
  const own: TextId = `problem.${error.code}`;
  const words = text(own);
  return words === own ? error.detail : words;
}
