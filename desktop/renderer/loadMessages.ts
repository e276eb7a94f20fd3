import type { Language } from './languages.ts';

type Messages = Record<string, string>;

const LOAD: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import('./languages/en.json'),
  de: () => import('./languages/de.json'),
};

export const loadMessages = async (language: Language): Promise<Messages> => (await LOAD[language]()).default;
