import type { Locator, Page } from 'playwright-core';

// cspell:ignore Anmelden
/** What lets people in and out, for the first time or again, in both languages of the client. */
export function signInOn(page: Page) {
  const signIn: Locator = page.getByRole('button', { name: /Sign in|Anmelden/ });
  return {
    signIn,
    /** Stands there when the session has ended and the page has not. */
    again: page.getByRole('button', { name: 'Sign in again' }),
    signOut: page.getByRole('button', { name: 'Sign out', exact: true }),
    /** From the page that asks to sign in, over that of the identity provider, to the client. */
    async as(name: string): Promise<void> {
      await signIn.click();
      await page.getByRole('button', { name }).click();
      await page.getByRole('navigation').first().waitFor();
    },
  };
}
