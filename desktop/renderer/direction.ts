export const DIRECTION_CHOICES = ['language', 'ltr', 'rtl'] as const;
export type DirectionChoice = (typeof DIRECTION_CHOICES)[number];
export type Direction = Exclude<DirectionChoice, 'language'>;

// cspell:disable-next-line
const FROM_RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Aran', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** Which way a language is written: that of the script it is mostly written in. Left to right for what is no language tag. */
export function directionOf(language: string): Direction {
  try {
    const { script } = new Intl.Locale(language).maximize();
    return script !== undefined && FROM_RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}

/** What is written from right to left, by the blocks of its scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFF9}]/u;
/** First strong isolate, and where it ends. */
const [FROM, TO] = ['\u2068', '\u2069'];

/** What a sentence is filled in with: what runs from right to left is set apart, so that it takes none of the words around it along. */
export const isolated = <Value extends string | number>(
  values: Record<string, Value>,
): Record<string, Value | string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && RIGHT_TO_LEFT.test(value) ? `${FROM}${value}${TO}` : value,
    ]),
  );
