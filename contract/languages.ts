export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The first language of the person that we speak; English where there is none. */
export function chooseLanguage(wanted: readonly string[]): Language {
  const spoken = wanted.map((tag) => tag.toLowerCase().split('-')[0]);
  return spoken.map((tag) => LANGUAGES.find((language) => language === tag)).find(Boolean) ?? 'en';
}

/** That language as it is spoken where the person is, who reads dates and numbers so. */
export const localeOf = (language: Language, wanted: readonly string[]): string =>
  wanted.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language;
