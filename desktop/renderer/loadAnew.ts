import { getPublic } from './api/client.ts';

/** Loads the page anew, for a browser keeps in mind what it could not fetch; not while there would be nothing to load. */
export const loadAnew = (): void =>
  void getPublic('/client-config').then(
    () => window.location.reload(),
    () => undefined,
  );
