import type { Locator, Page } from 'playwright-core';

/** Lists of assignments: received and sent ones. */
export const assignmentsOn = (page: Page) => ({
  /** Notices about assignments, above the questions. */
  latest: page.getByRole('region', { name: 'Assignment updates' }),
  scope: (name: string | RegExp): Locator =>
    page.getByRole('navigation', { name: 'What is shown' }).getByRole('link', { name }),
  card: (words: string): Locator => page.getByRole('article').filter({ hasText: words }),
  button: (name: string): Locator => page.getByRole('button', { name, exact: true }),
  /** Chooses something in its menu. */
  async choose(card: Locator, name: string): Promise<void> {
    await card.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name }).click();
  },
  results: page.getByRole('list', { name: 'Result for each' }).getByRole('listitem'),
});
