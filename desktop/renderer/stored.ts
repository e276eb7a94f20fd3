import { createBrowserStorage } from './browserStorage.ts';
import { chooseLanguage, LANGUAGES, type Language } from '../../contract/languages.ts';
import { textStorage } from './textStorage.ts';

const storage = createBrowserStorage(textStorage);
const keyOf = (name: string): string => `handback.${name}`;

/** A choice stored in this browser. A stored value that is not, or no longer, a choice counts as absent. */
export function storedChoice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | null {
  const stored = storage.getItem(keyOf(name));
  return choices.find((known) => known === stored) ?? null;
}

export const storeChoice = (name: string, choice: string): void => storage.setItem(keyOf(name), choice);

export const forgetChoice = (name: string): void => storage.removeItem(keyOf(name));

/** The language chosen in this browser, or else the browser's. */
export const storedLanguage = (): Language =>
  storedChoice('language', LANGUAGES) ?? chooseLanguage(window.navigator.languages);
