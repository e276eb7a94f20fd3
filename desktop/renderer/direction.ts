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
