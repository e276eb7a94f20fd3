export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The first of the person's languages that we support; otherwise English. */
export function chooseLanguage(wanted: readonly string[]): Language {
  const spoken = wanted.map((tag) => tag.toLowerCase().split('-')[0]);
  return spoken.map((tag) => LANGUAGES.find((language) => language === tag)).find(Boolean) ?? 'en';
}

/** That language with the person's region, which determines dates and numbers. */
export const localeOf = (language: Language, wanted: readonly string[]): string =>
  wanted.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language;
