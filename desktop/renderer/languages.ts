export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

type Messages = Record<string, string>;

const LOAD: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import('./languages/en.json'),
  de: () => import('./languages/de.json'),
};

export const loadMessages = async (language: Language): Promise<Messages> => (await LOAD[language]()).default;

/** The first language of the person that we speak; English where there is none. */
export function chooseLanguage(wanted: readonly string[]): Language {
  const spoken = wanted.map((tag) => tag.toLowerCase().split('-')[0]);
  return spoken.map((tag) => LANGUAGES.find((language) => language === tag)).find(Boolean) ?? 'en';
}
