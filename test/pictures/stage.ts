import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { startSlack, type SandboxSlack } from '../../sandbox/slack/slack.ts';
import { readTenant } from '../../sandbox/tenant.ts';
import { signInOn } from '../desktop/support/screens/signIn.ts';
import { launchBrowser } from '../support/chromium.ts';
import { startProduct, type TestProduct } from '../support/product.ts';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));

/** The whole product with its samples, both chat platforms, and a browser that photographs it. */
export interface Stage {
  product: TestProduct;
  slack: SandboxSlack;
  browser: Browser;
  /** A page of its own browser, this high. */
  open(height: number): Promise<Page>;
  /** The same, showing the web client to this person of the sandbox at an address such as `#/flows`. */
  signIn(name: string, hash: string, height: number): Promise<Page>;
  /** Writes the page to `docs/<name>.png` as it is when its animations have ended, and closes it. */
  take(page: Page, name: string): Promise<void>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const tenant = readTenant();
  const slack = await startSlack({ tenant, ports: { slack: 0, slackPage: 0 }, productUrl: () => product.url });
  const product = await startProduct({
    chats: true,
    samples: true,
    sandboxOptions: { tenant, ports: { slack: Number(new URL(slack.url).port) } },
  });
  const browser = await launchBrowser();

  async function open(height: number): Promise<Page> {
    const page = await browser.newPage({
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      viewport: { width: 1180, height },
      reducedMotion: 'reduce',
    });
    page.setDefaultTimeout(30_000);
    return page;
  }

  return {
    product,
    slack,
    browser,
    open,
    async signIn(name, hash, height) {
      const page = await open(height);
      await page.goto(product.url);
      await signInOn(page).as(name);
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      return page;
    },
    async take(page, name) {
      await page.screenshot({ path: path.join(DOCS, `${name}.png`), animations: 'disabled' });
      await page.close();
      console.log(`docs/${name}.png`);
    },
    async close() {
      await browser.close();
      await product.close();
      await slack.close();
    },
  };
}
