import { useCallback, useState } from 'react';
import type { Language } from './languages.ts';
import type { ThemeChoice } from './shell/themes.ts';

export interface Preferences {
  themeChoice: ThemeChoice;
  setThemeChoice(choice: ThemeChoice): void;
  language: Language;
  setLanguage(language: Language): void;
}

/** A choice that this browser remembers. What was stored and is no choice (any more) counts as not stored. */
export function usePreference<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): [Choice, (choice: Choice) => void] {
  const key = `handback.${name}`;
  const [choice, setChoice] = useState<Choice>(() => {
    const stored = window.localStorage.getItem(key);
    return choices.find((known) => known === stored) ?? fallback;
  });
  const remember = useCallback(
    (next: Choice) => {
      window.localStorage.setItem(key, next);
      setChoice(next);
    },
    [key],
  );
  return [choice, remember];
}
