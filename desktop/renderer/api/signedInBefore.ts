import { createBrowserStorage } from '../browserStorage.ts';
import { textStorage } from '../textStorage.ts';

const storage = createBrowserStorage(textStorage);
const NAME = 'handback.signed-in';

/**
 * Who signed in in this browser and has not signed out: their login name and nothing else. Tokens stay in the session of
 * their tab. A further tab only learns from it that it may ask the identity provider without a click.
 */
export const signedInBefore = {
  get: (): string | null => storage.getItem(NAME),
  set: (username: string): void => storage.setItem(NAME, username),
  clear: (): void => storage.removeItem(NAME),
};
