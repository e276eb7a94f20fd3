import type { Page } from 'playwright-core';

/** A chat, and its text field. */
export const chatOn = (page: Page) => ({
  composer: page.getByRole('textbox', { name: /^Message to/ }),
  /** Chooses something in its menu. */
  async choose(name: string): Promise<void> {
    await page.getByRole('button', { name: 'More for this chat' }).click();
    await page.getByRole('menuitem', { name }).click();
  },
});
