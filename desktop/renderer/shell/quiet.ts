/** Resolves when the page is idle. Browsers without that callback get a delay after which the first paint is done. */
export const quiet = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 300);
  });
