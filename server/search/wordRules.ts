// cspell:ignore Hira Laoo Khmr Mymr

/**
 * What a word is. It is decided here and not by a database, so that both find the same: a word is a run of letters,
 * digits and the marks on them, without case and accents.
 */

/** Written without spaces between words: each sign is a word of its own. */
const WITHOUT_SPACES = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}`;
const RUN = /[\p{L}\p{N}\p{M}]+/gu;
const WORD = new RegExp(String.raw`[${WITHOUT_SPACES}]\p{M}*|(?:(?![${WITHOUT_SPACES}])[\p{L}\p{N}\p{M}])+`, 'gu');

/**
 * Accents of Latin, Greek and Cyrillic letters, points of Hebrew and Arabic ones, and what makes an emoji of a sign; other
 * marks tell words apart.
 */
const ACCENTS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u20d0-\u20ff\ufe00-\ufe0f]/gu;
/** What has no accent to take off. */
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

/** Characters of a word; the rest of a longer one is not looked at. */
const LONGEST_WORD = 60;
/** Different words of a query that are looked for. */
const MOST_WANTED = 32;
/** PostgreSQL keeps a megabyte of words per document. */
const MOST_WORD_BYTES = 900_000;

const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(TO_SPELL, (sign) => SPELT[sign]!);

/** Half a character stands for nothing. */
export const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/** The words of a text in their order, folded. */
export function* wordsIn(text: string): Generator<string> {
  for (const [run] of text.matchAll(RUN)) for (const [word] of fold(run).matchAll(WORD)) yield cut(word, LONGEST_WORD);
}

/** Each word of a text once, with spaces between: what a database is given to index. */
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

/** What a document has to have to be found. */
export interface Wanted {
  words: string[];
  /** How one of its words has to begin: the last that was typed may not be complete. */
  start: string | null;
}

/** Null: there is no word in it. A single letter or digit is taken for a word, not for a beginning. */
export function wantedIn(query: string): Wanted | null {
  const typed = [...wordsIn(query)];
  const last = typed.at(-1);
  if (last === undefined) return null;
  const whole = new Set(typed.slice(0, -1));
  if (last.length > 1 && !whole.has(last) && whole.size < MOST_WANTED) return { words: [...whole], start: last };
  return { words: [...whole.add(last)].slice(0, MOST_WANTED), start: null };
}

/** The same as a query of PostgreSQL. Words hold no quotes: nothing that was typed is ever an operator. */
export const toTsquery = ({ words, start }: Wanted): string =>
  [...words.map((word) => `'${word}'`), ...(start === null ? [] : [`'${start}':*`])].join(' & ');

/** The same as a query of FTS5. */
export const toFts5 = ({ words, start }: Wanted): string =>
  [...words.map((word) => `"${word}"`), ...(start === null ? [] : [`"${start}"*`])].join(' AND ');

const isWanted = ({ words, start }: Wanted, word: string): boolean =>
  words.includes(word) || (start !== null && word.startsWith(start));

/** Where in a text the words are that were searched for: each run from its first character to behind its last. */
export function* matchesIn(text: string, wanted: Wanted): Generator<{ from: number; to: number }> {
  for (const { 0: run, index } of text.matchAll(RUN))
    for (const { 0: piece, index: within } of run.matchAll(WORD))
      for (const word of wordsIn(piece))
        if (isWanted(wanted, word)) {
          yield { from: index + within, to: index + within + piece.length };
          break;
        }
}
