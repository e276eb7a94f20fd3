let last: HTMLElement | null = null;
let inPage: HTMLElement | null = null;

document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  last = target;
  if (target.closest('#root')) inPage = target;
});

/**
 * What had the focus last. Recorded from the start, because the code that gives the focus back after a dialog is loaded
 * later, perhaps while the dialog is open.
 */
export const lastFocused = (): HTMLElement | null => last;

/** The same, dialogs aside. */
export const lastFocusedInPage = (): HTMLElement | null => inPage;
