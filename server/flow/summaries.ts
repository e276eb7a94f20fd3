import { SUMMARIES, summaryInEnglish, type Said, type Summary } from '../../contract/summaries.ts';

/** A summary as stored: in English, plus its id and values. */
export const toStored = (summary: Summary | null): { words: string | null; said: string | null } => ({
  words: summary && summaryInEnglish(summary),
  said: summary === null || typeof summary === 'string' ? null : JSON.stringify(summary),
});

/** The stored summary; its English text if a newer server wrote an id that this one does not know. */
export function fromStored(words: string | null, said: string | null): Summary | null {
  if (said === null) return words;
  const summary = JSON.parse(said) as Said;
  return Object.hasOwn(SUMMARIES, summary.id) ? summary : words;
}

/** The id and values for clients: clients that know the id use their own words, others show the English text. */
export const saidOf = (summary: Summary | null): Said | undefined =>
  summary === null || typeof summary === 'string' ? undefined : summary;
