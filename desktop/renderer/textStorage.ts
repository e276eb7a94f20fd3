import type { TextStorage } from './browserStorage.ts';

let source = (): TextStorage => window.localStorage;

/** What keeps what people choose and type: the browser, unless the desktop app does. @throws where pages may keep nothing */
export const textStorage = (): TextStorage => source();

/** Has everything kept somewhere else, from the start of the page on. */
export function keepTextsIn(storage: TextStorage): void {
  source = () => storage;
}
