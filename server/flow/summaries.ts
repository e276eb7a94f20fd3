import { SUMMARIES, summaryInEnglish, type Said, type Summary } from '../../contract/summaries.ts';

/** A summary as it is stored: in English, and beside it what it says. */
export const toStored = (summary: Summary | null): { words: string | null; said: string | null } => ({
  words: summary && summaryInEnglish(summary),
  said: summary === null || typeof summary === 'string' ? null : JSON.stringify(summary),
});

/** What was stored; the English of it where a newer server beside this one has said what is not known here. */
export function fromStored(words: string | null, said: string | null): Summary | null {
  if (said === null) return words;
  const summary = JSON.parse(said) as Said;
  return Object.hasOwn(SUMMARIES, summary.id) ? summary : words;
}

/** The same for clients: every one reads the English, and those that know what it says have their own words. */
export const saidOf = (summary: Summary | null): Said | undefined =>
  summary === null || typeof summary === 'string' ? undefined : summary;
