import { useCallback, useSyncExternalStore } from 'react';
import type { DirectionChoice } from './direction.ts';
import type { Language } from '../../contract/languages.ts';
import type { ThemeChoice } from './shell/themes.ts';
import { storeChoice, storedChoice } from './stored.ts';

export interface Preferences {
  themeChoice: ThemeChoice;
  setThemeChoice(choice: ThemeChoice): void;
  language: Language;
  setLanguage(language: Language): void;
  directionChoice: DirectionChoice;
  setDirectionChoice(choice: DirectionChoice): void;
}

const listeners = new Set<() => void>();

/** Subscribes to choices made on this page and on other pages of this browser. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** A choice stored in this browser and shared by all components. */
export function usePreference<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): [Choice, (choice: Choice) => void] {
  const stored = useSyncExternalStore(subscribe, () => storedChoice(name, choices));
  const remember = useCallback(
    (next: Choice) => {
      storeChoice(name, next);
      listeners.forEach((tell) => tell());
    },
    [name],
  );
  return [stored ?? fallback, remember];
}

/** Whether single-key shortcuts are on (WCAG 2.1.4 requires a switch). */
export const useShortcutsPreference = (): Switch => useSwitch('shortcuts');

/** Whether the next question opens after an answer. */
export const useAdvancePreference = (): Switch => useSwitch('advance');

type Switch = [boolean, (isOn: boolean) => void];

/** On until the person switches it off. */
function useSwitch(name: string): Switch {
  const [choice, setChoice] = usePreference(name, ['on', 'off'] as const, 'on');
  const setOn = useCallback((isOn: boolean) => setChoice(isOn ? 'on' : 'off'), [setChoice]);
  return [choice === 'on', setOn];
}
