const MOST_MS = 1000;
/** After this, the first paint is done. */
const PAINTED_MS = 300;

/** Resolves when the page is idle, or after a second: slow machines may not be idle for long. */
export const quiet = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: MOST_MS });
    else setTimeout(resolve, PAINTED_MS);
  });
