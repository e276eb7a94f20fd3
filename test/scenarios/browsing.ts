import type { BrowserContext, Page } from 'playwright-core';
import { signInOn } from '../desktop/support/screens/signIn.ts';
import { closeContext, sharedBrowser } from '../support/chromium.ts';
import { morningZone } from '../support/morning.ts';
import { stayAfterAnswers } from '../desktop/support/screens/question.ts';
import { controlTime } from '../support/pageTime.ts';
import type { TestProduct } from '../support/product.ts';

// cspell:ignore weberror
/** People's real browsers in front of the real product. */
export interface Browsing {
  /** Complaints of their pages: console, uncaught errors, refused calls. */
  complaints: string[];
  /** A separate browser for one person. */
  open(): Promise<Page>;
  /**
   * The same, signed in as this person of the sandbox; the page stays at the answered question unless `opensNext` is set.
   */
  signIn(name: string, options?: { opensNext?: boolean }): Promise<Page>;
}

/** Launches a browser before a suite, and closes it afterwards. */
export function useBrowsers(product: () => Pick<TestProduct, 'url'>, locale: 'en-GB' | 'de-DE' = 'en-GB'): Browsing {
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];

  after(async () => {
    for (const context of contexts) await closeContext(context);
  });

  async function open(): Promise<Page> {
    const browser = await sharedBrowser();
    const context = await browser.newContext({
      locale,
      timezoneId: morningZone(),
      viewport: { width: 1180, height: 860 },
      reducedMotion: 'reduce',
    });
    contexts.push(context);
    await controlTime(context);
    context.setDefaultTimeout(30_000);
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
    });
    context.on('weberror', (error) => complaints.push(String(error.error())));
    context.on('response', (response) => {
      if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
    });
    return context.newPage();
  }

  return {
    complaints,
    open,
    async signIn(name, { opensNext = false } = {}) {
      const page = await open();
      if (!opensNext) await stayAfterAnswers(page.context());
      await page.goto(product().url);
      await signInOn(page).as(name);
      return page;
    },
  };
}
