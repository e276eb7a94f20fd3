// cspell:ignore Hira Laoo Khmr Mymr
import { withoutTurns } from '../../contract/cleanText.ts';

/**
 * Defines what a word is. Done here and not by a database, so that both find the same: a word is a run of letters,
 * digits and their marks, with case and accents folded.
 */

/** Scripts without spaces between words: each character is a word. */
const WITHOUT_SPACES = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}`;
const RUN = /[\p{L}\p{N}\p{M}]+/gu;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const WORD = new RegExp(String.raw`[${WITHOUT_SPACES}]\p{M}*|(?:(?![${WITHOUT_SPACES}])[\p{L}\p{N}\p{M}])+`, 'gu');

/**
 * Accents of Latin, Greek and Cyrillic letters, Hebrew and Arabic points, and emoji variation selectors. Other marks
 * distinguish words.
 */
const ACCENTS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u20d0-\u20ff\ufe00-\ufe0f]/gu;
/** Letters whose folding is not just removing an accent. */
const SPELT: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
  ς: 'σ',
};
const TO_SPELL = new RegExp(`[${Object.keys(SPELT).join('')}]`, 'gu');

/** Longest word in characters; the rest is ignored. */
const LONGEST_WORD = 60;
/** How many different words of a query are used. */
const MOST_WANTED = 32;
/** PostgreSQL stores at most a megabyte of words per document. */
const MOST_WORD_BYTES = 900_000;

const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(TO_SPELL, (sign) => SPELT[sign]!);

/** Soft hyphens and other invisible characters within words. */
const UNSEEN = /[\u00ad\u200b\u2060\ufeff\p{Cs}]/gu;

/** Removes what nobody sees, from texts and queries alike: otherwise it would split their words. */
export const withoutUnseen = (text: string): string => withoutTurns(text).replace(UNSEEN, '');

/** Drops half of a surrogate pair at the end. */
export const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/** The words of a text in order, folded. */
export function* wordsIn(text: string): Generator<string> {
  for (const [run] of text.matchAll(RUN)) for (const word of wordsOfRun(run)) yield cut(word, LONGEST_WORD);
}

/** A few letters are nothing but an accent, such as the Arabic \ufe72. On their own they stay as they are. */
function wordsOfRun(run: string): string[] {
  const words = fold(run).match(WORD);
  return words ?? (LETTER_OR_DIGIT.test(run) ? [run] : []);
}

/** The distinct words of a text, separated by spaces, for indexing. */
export function wordList(text: string): string {
  const words = new Set<string>();
  let bytes = 0;
  for (const word of wordsIn(text)) {
    if (words.has(word)) continue;
    bytes += Buffer.byteLength(word);
    if (bytes > MOST_WORD_BYTES) break;
    words.add(word);
  }
  return [...words].join(' ');
}

/** What a document must contain to be found. */
export interface SearchTerms {
  words: string[];
  /** A prefix of one more word: the last typed word may be incomplete. */
  start: string | null;
}

/** Null: the query has no words. A single letter or digit counts as a complete word, not as a prefix. */
export function wantedIn(query: string): SearchTerms | null {
  const typed = [...wordsIn(withoutUnseen(query))];
  const last = typed.at(-1);
  if (last === undefined) return null;
  const whole = new Set(typed.slice(0, -1));
  if (last.length > 1 && !whole.has(last) && whole.size < MOST_WANTED) return { words: [...whole], start: last };
  return { words: [...whole.add(last)].slice(0, MOST_WANTED), start: null };
}

/** The query for PostgreSQL. Words contain no quotes, so no user input becomes an operator. */
export const toTsquery = ({ words, start }: SearchTerms): string =>
  [...words.map((word) => `'${word}'`), ...(start === null ? [] : [`'${start}':*`])].join(' & ');

/** The query for FTS5. */
export const toFts5 = ({ words, start }: SearchTerms): string =>
  [...words.map((word) => `"${word}"`), ...(start === null ? [] : [`"${start}"*`])].join(' AND ');

const isWanted = ({ words, start }: SearchTerms, word: string): boolean =>
  words.includes(word) || (start !== null && word.startsWith(start));

/** Where a text matches: the range of each matching word. */
export function* matchesIn(text: string, wanted: SearchTerms): Generator<{ from: number; to: number }> {
  for (const { 0: run, index } of text.matchAll(RUN))
    for (const { 0: piece, index: within } of run.matchAll(WORD))
      for (const word of wordsIn(piece))
        if (isWanted(wanted, word)) {
          yield { from: index + within, to: index + within + piece.length };
          break;
        }
}
