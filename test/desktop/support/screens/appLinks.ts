import type { Page } from 'playwright-core';

/**
 * The landing page of a message link in a browser that knows the desktop app, and the page on which the app reports
 * itself.
 */
export const appLinksOn = (page: Page) => ({
  opening: page.getByText('Opening it in the desktop app…'),
  gone: page.getByText('The desktop app has taken over.'),
  stayed: page.getByText('The desktop app did not open.'),
  asked: page.getByText('This link opens in the desktop app.'),
  inBrowser: page.getByRole('link', { name: 'Open in the browser instead' }),
  again: page.getByRole('button', { name: 'Open the desktop app' }),
  ready: page.getByText('The desktop app is ready.'),
  goToApp: page.getByRole('button', { name: 'Go to the desktop app' }),
  switch: page.getByRole('switch', { name: 'Open links in the desktop app' }),
});
