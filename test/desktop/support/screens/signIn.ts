import type { Locator, Page } from 'playwright-core';

// cspell:ignore Anmelden
/** The controls that sign people in and out, at first or again, in both languages of the client. */
export function signInOn(page: Page) {
  const signIn: Locator = page.getByRole('button', { name: /Sign in|Anmelden/ });
  return {
    signIn,
    /** Shown when the session has ended but the page is still open. */
    again: page.getByRole('button', { name: 'Sign in again' }),
    signOut: page.getByRole('button', { name: 'Sign out', exact: true }),
    /** From the page that asks to sign in, through the identity provider's, to the client. */
    async as(name: string): Promise<void> {
      await signIn.click();
      await page.getByRole('button', { name }).click();
      await page.getByRole('navigation').first().waitFor();
    },
  };
}
