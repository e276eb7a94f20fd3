import type { Page } from 'playwright-core';

/** Searches the directory in a field, and picks this person or group. */
export async function pick(page: Page, field: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).pressSequentially(name.slice(0, 4));
  await page.getByRole('option', { name }).click();
}

/** Picks an option of a list. */
export async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
