import { createBrowserStorage } from '../browserStorage.ts';
import { textStorage } from '../textStorage.ts';

const storage = createBrowserStorage(textStorage);
const NAME = 'handback.signed-in';

/**
 * The login name, and nothing else, of the person who signed in in this browser and has not signed out. Tokens stay in
 * the tab's session. Another tab only uses it to try a silent sign-in.
 */
export const signedInBefore = {
  get: (): string | null => storage.getItem(NAME),
  set: (username: string): void => storage.setItem(NAME, username),
  clear: (): void => storage.removeItem(NAME),
};
