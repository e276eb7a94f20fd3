import type { FailedCheck } from '../../contract/problem.ts';
import { useText } from './text.ts';

/**
 * The check of a text that is sent without the blanks around it. Fields check this instead of having a `maxLength`,
 * where browsers cut pasted text without a word.
 */
export const tooLong = (typed: string, most: number): FailedCheck | null =>
  typed.trim().length > most ? { id: 'atMostCharacters', values: { count: most } } : null;

/** What a field says if its text is too long. */
export function useTooLong(typed: string, most: number): string | undefined {
  const text = useText();
  return tooLong(typed, most) ? text('check.atMostCharacters', { count: most }) : undefined;
}
