import { ENGLISH } from './answers/words.ts';
import { FAULTS } from './faults.ts';
import type { FailedCheck, FieldChecks, FieldErrors } from './problem.ts';

const WORDS = { ...ENGLISH, ...FAULTS };

/** The message of a failed check, for people whose language is unknown. */
export const inEnglish = ({ id, values, words }: FailedCheck): string => words ?? WORDS[id](values);

/** The messages of all fields. */
export const wordsOf = (checks: FieldChecks): FieldErrors =>
  Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, inEnglish(check)]));
