import type { TextStorage } from './browserStorage.ts';

let source = (): TextStorage => window.localStorage;

/**
 * The storage for choices and typed text: the browser's, unless the desktop app replaces it. @throws if pages may not
 * store anything
 */
export const textStorage = (): TextStorage => source();

/** Replaces the storage; called when the page starts. */
export function keepTextsIn(storage: TextStorage): void {
  source = () => storage;
}
