import { getPublic } from './api/client.ts';

/** Reloads the page, because a browser remembers failed imports; does nothing while offline. */
export const reloadPage = (): void =>
  void getPublic('/client-config').then(
    () => window.location.reload(),
    () => undefined,
  );
