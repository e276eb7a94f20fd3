/** Resolves when the page has nothing better to do. Not every browser tells; what was asked for is painted by then. */
export const quiet = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 300);
  });
