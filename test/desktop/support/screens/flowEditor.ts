import type { Page } from 'playwright-core';

/** Where a flow is drawn and its definition written. */
export const flowEditorOn = (page: Page) => ({
  definition: page.getByRole('textbox', { name: 'Definition as JSON' }),
  save: page.getByRole('button', { name: 'Save', exact: true }),
});
