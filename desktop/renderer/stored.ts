import { createBrowserStorage } from './browserStorage.ts';
import { chooseLanguage, LANGUAGES, type Language } from '../../contract/languages.ts';
import { textStorage } from './textStorage.ts';

const storage = createBrowserStorage(textStorage);
const keyOf = (name: string): string => `handback.${name}`;

/** A choice that this browser remembers. What was stored and is no choice (any more) counts as not stored. */
export function storedChoice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | null {
  const stored = storage.getItem(keyOf(name));
  return choices.find((known) => known === stored) ?? null;
}

export const storeChoice = (name: string, choice: string): void => storage.setItem(keyOf(name), choice);

export const forgetChoice = (name: string): void => storage.removeItem(keyOf(name));

/** What somebody has chosen in this browser, or else what the browser asks for. */
export const storedLanguage = (): Language =>
  storedChoice('language', LANGUAGES) ?? chooseLanguage(window.navigator.languages);
