// cspell:ignore longtask
import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../../test/support/chromium.ts';
import { ADA } from './questions.ts';

/** A mid-range phone on slow 4G, as web audits commonly assume: times in ms, bytes per second. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const CPU_SLOWDOWN = 4;
const PATIENCE_MS = 60_000;

export interface Load {
  /** First contentful paint, in ms from the start of the navigation. */
  paintedMs: number;
  /** When the awaited element had been painted and the page could handle a click. */
  usableMs: number;
}

/** A throttled tab with a signed-in person. */
export interface Tab {
  page: Page;
  /** Loads an address and waits for something on it. A cold load starts with an empty cache for the server. */
  load(url: string, awaited: string, options: { isCold: boolean }): Promise<Load>;
  /** The longest task during an action, and the total time of all tasks beyond 50 ms, in ms. */
  tasksDuring(action: () => Promise<void>): Promise<{ longestMs: number; blockedMs: number }>;
}

/** Opens a browser with Ada signed in at this address. */
export async function withTab<Result>(url: string, use: (tab: Tab) => Promise<Result>): Promise<Result> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 412, height: 823 } });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(url);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: ADA.name }).click();
    await page.getByRole('navigation').first().waitFor();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', NETWORK);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.addInitScript(`globalThis.longTasks = []; (${WATCH_TASKS})()`);
    return await use(tabOf(page, devtools));
  } finally {
    await browser.close();
  }
}

// Code for the page is a string, because the compiler would add helpers that the page does not have.
const WATCH_TASKS = `() => new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) longTasks.push({ startTime, duration });
}).observe({ type: 'longtask' })`;

const awaiting = (selector: string): string => `new Promise((resolve) => {
  const isThere = () => document.querySelector(${JSON.stringify(selector)}) !== null;
  const done = () => requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
  if (isThere()) return done();
  const observer = new MutationObserver(() => {
    if (!isThere()) return;
    observer.disconnect();
    done();
  });
  observer.observe(document, { childList: true, subtree: true, attributes: true });
})`;

const FIRST_PAINT = `new Promise((resolve) => {
  const look = () => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    if (paint) resolve(paint.startTime);
    else requestAnimationFrame(look);
  };
  look();
})`;

function tabOf(page: Page, devtools: CDPSession): Tab {
  return {
    page,
    async load(url, awaited, { isCold }) {
      await page.goto('about:blank'); // an address that differs only in its hash would load nothing
      if (isCold) await devtools.send('Network.clearBrowserCache');
      await page.goto(url, { waitUntil: 'commit' });
      const usableMs = await page.evaluate<number>(awaiting(awaited));
      return { paintedMs: await page.evaluate<number>(FIRST_PAINT), usableMs };
    },
    async tasksDuring(action) {
      await page.evaluate('void longTasks.splice(0)');
      await action();
      const durations = await page.evaluate<number[]>('longTasks.map(({ duration }) => duration)');
      return {
        longestMs: Math.max(0, ...durations),
        blockedMs: durations.reduce((sum, duration) => sum + duration - 50, 0),
      };
    },
  };
}
