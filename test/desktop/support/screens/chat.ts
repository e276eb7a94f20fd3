import type { Page } from 'playwright-core';

/** A chat, and the field in which people write to it. */
export const chatOn = (page: Page) => ({
  composer: page.getByRole('textbox', { name: /^Message to/ }),
});
