import type { Language } from '../../contract/languages.ts';

type Messages = Record<string, string>;

const LOAD: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import('../../contract/languages/en.json'),
  de: () => import('../../contract/languages/de.json'),
};

export const loadMessages = async (language: Language): Promise<Messages> => (await LOAD[language]()).default;
