import type { Locator, Page } from 'playwright-core';

/** The ids of the drawn notifications, in order, to be evaluated in the page. */
export const ROW_IDS = `[...document.querySelectorAll('a[data-id]')].map(({ dataset }) => dataset.id)`;

/** The list of notifications. */
export function inboxOn(page: Page) {
  return {
    ids: (): Promise<string[]> => page.evaluate(ROW_IDS),
    rows: page.locator('a[data-id]'),
    rowOf: (id: string): Locator => page.locator(`a[data-id="${id}"]`),
    tabs: page.getByRole('navigation', { name: 'Questions by status' }),
    search: page.getByRole('searchbox'),
    /** `Kind`, `Flow` or `Due`. */
    filter: (name: string): Locator => page.getByRole('combobox', { name }),
    clear: page.getByRole('button', { name: 'Clear search and filters', exact: true }),
  };
}
