import { withAnswer, type OwnWord, type Said } from '../../contract/summaries.ts';
import type { Text, TextId } from './text.ts';

const OWN_WORDS: Partial<Record<string, TextId>> = {
  approved: 'approval.approved',
  rejected: 'approval.rejected',
  yes: 'value.yes',
  no: 'value.no',
} satisfies Record<OwnWord, TextId>;

/** What a line says that the server has summed up, in the person's language; a server that is newer has its own words. */
export function summaryWords(english: string, said: Said | undefined, text: Text): string {
  if (!said) return english;
  const own = `summary.${said.id}` as TextId;
  const words = text(
    own,
    withAnswer(said, (field) => {
      const word = OWN_WORDS[field.word ?? ''];
      return word ? text(word) : field.text;
    }),
  );
  return words === own ? english : words;
}
