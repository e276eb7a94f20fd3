import { ENGLISH } from './answers/words.ts';
import { FAULTS } from './faults.ts';
import type { FailedCheck, FieldChecks, FieldErrors } from './problem.ts';

const WORDS = { ...ENGLISH, ...FAULTS };

/** What a failed check says to people whose language nobody knows. */
export const inEnglish = ({ id, values, words }: FailedCheck): string => words ?? WORDS[id](values);

/** The same of each field. */
export const wordsOf = (checks: FieldChecks): FieldErrors =>
  Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, inEnglish(check)]));
