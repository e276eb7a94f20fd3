import type { Language } from '../../contract/languages.ts';
import { reloadPage } from './reloadPage.ts';

/** Inline, because the message files may be what failed to load. */
const WORDS: Record<Language, { title: string; text: string; retry: string }> = {
  en: {
    title: 'Handback could not be opened',
    text: 'A part of it could not be fetched. Check your connection and try again.',
    retry: 'Try again',
  },
  // cspell:disable
  de: {
    title: 'Handback ließ sich nicht öffnen',
    text: 'Ein Teil davon ließ sich nicht laden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    retry: 'Noch einmal',
  },
  // cspell:enable
};

/**
 * Replaces the opening screen with the message that the client could not be loaded. Depends on nothing that may be
 * missing, and reloads when the network is back.
 */
export function sayCannotOpen(language: Language): void {
  const { title, text, retry } = WORDS[language];
  const button = element('button', retry);
  button.addEventListener('click', reloadPage);
  window.addEventListener('online', reloadPage);
  const words = document.createElement('main');
  words.setAttribute('role', 'alert');
  words.append(element('h1', title), element('p', text), button);
  document.documentElement.lang = language;
  document.getElementById('opening')!.replaceChildren(words);
}

function element<Name extends 'h1' | 'p' | 'button'>(name: Name, text: string): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
