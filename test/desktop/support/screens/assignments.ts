import type { Locator, Page } from 'playwright-core';

/** Lists of assignments: those that somebody got, and those that they have sent. */
export const assignmentsOn = (page: Page) => ({
  /** What was told of assignments, above the questions. */
  latest: page.getByRole('region', { name: 'New about assignments' }),
  scope: (name: string | RegExp): Locator =>
    page.getByRole('navigation', { name: 'What is shown' }).getByRole('link', { name }),
  card: (words: string): Locator => page.getByRole('article').filter({ hasText: words }),
  button: (name: string): Locator => page.getByRole('button', { name, exact: true }),
  /** Chooses something in the menu of one. */
  async choose(card: Locator, name: string): Promise<void> {
    await card.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name }).click();
  },
  results: page.getByRole('list', { name: 'What came of each' }).getByRole('listitem'),
});
