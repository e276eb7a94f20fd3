export const DIRECTION_CHOICES = ['language', 'ltr', 'rtl'] as const;
export type DirectionChoice = (typeof DIRECTION_CHOICES)[number];
export type Direction = Exclude<DirectionChoice, 'language'>;

// cspell:disable-next-line
const FROM_RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Aran', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** The writing direction of a language, from its most likely script. Left to right if the tag is invalid. */
export function directionOf(language: string): Direction {
  try {
    const { script } = new Intl.Locale(language).maximize();
    return script !== undefined && FROM_RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}

/** Characters of right-to-left scripts, by Unicode block. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFF9}]/u;
/** First strong isolate, and pop directional isolate. */
const [FROM, TO] = ['\u2068', '\u2069'];

/** Isolates right-to-left values in a sentence, so that they do not reorder the words around them. */
export const isolated = <Value extends string | number>(
  values: Record<string, Value>,
): Record<string, Value | string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && RIGHT_TO_LEFT.test(value) ? `${FROM}${value}${TO}` : value,
    ]),
  );
