import type english from './languages/en.json';
import { withAnswer, type OwnWord, type Said } from './summaries.ts';
import type { Values } from './answers/words.ts';

type Id = keyof typeof english;

const OWN_WORDS: Partial<Record<string, Id>> = {
  approved: 'approval.approved',
  rejected: 'approval.rejected',
  yes: 'value.yes',
  no: 'value.no',
} satisfies Record<OwnWord, Id>;

/** A summary in the person's language; falls back to the server's text for ids that only a newer server knows. */
export function summaryWords(
  english: string,
  said: Said | undefined,
  text: (id: Id, values?: Values) => string,
): string {
  if (!said) return english;
  const own = `summary.${said.id}` as Id;
  const words = text(
    own,
    withAnswer(said, (field) => {
      const word = OWN_WORDS[field.word ?? ''];
      return word ? text(word) : field.text;
    }),
  );
  return words === own ? english : words;
}
