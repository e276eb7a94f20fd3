import type { Page } from 'playwright-core';
import { until, visit, type Client } from '../browser/client.ts';
import { keep } from './deeds.ts';
import { everything } from './given.ts';
import type { Place } from './place.ts';

/** Pages that may still show what was given or kept for the place before. */
const outdated = new WeakSet<Page>();

/** Goes there, from a page on which nothing is. */
export async function goTo(client: Client, { hash, open, words, given, kept }: Place): Promise<void> {
  const { page, standIn } = client;
  await visit(client, '#/nowhere');
  await until(client, 'document.querySelector("[role=dialog], [role=alertdialog]") === null');
  if (given || kept) {
    Object.assign(standIn.state, everything(), typeof given === 'function' ? given() : given);
    await keep(kept ?? {})(client);
    outdated.add(page);
  }
  if (outdated.delete(page)) await page.reload();
  await visit(client, hash);
  await open?.(client);
  await page.getByText(words).locator('visible=true').first().waitFor();
}

/** Leaves nothing behind of what was given or kept for the place. */
export async function leave(client: Client, { given, kept, leave: goAway }: Place): Promise<void> {
  const { page, standIn } = client;
  await page.keyboard.press('Escape');
  await page.mouse.move(0, 0);
  await goAway?.(client);
  await page.evaluate(`for (const name of Object.keys(localStorage))
    if (/^handback.(draft|message|definition|chat|outbox|flowView)/.test(name)) localStorage.removeItem(name)
    dispatchEvent(new StorageEvent('storage'))`);
  if (!given && !kept) return;
  Object.assign(standIn.state, everything());
  outdated.add(page);
}

/**
 * What is wider than there is room for: whatever scrolls sideways that is no table, drawing or definition, and whatever
 * can be pressed that lies beyond the edge of the page.
 */
export const TOO_WIDE = `[...document.querySelectorAll('body, body *')].filter((each) => {
  if (each.closest('textarea, .react-flow') || each.querySelector(':scope > table')) return false;
  const { overflowX } = getComputedStyle(each);
  const isScroller = each === document.body || overflowX === 'auto' || overflowX === 'scroll';
  return isScroller && each.scrollWidth > each.clientWidth + 1;
}).concat([...document.querySelectorAll('a, button, input, select, summary')].filter((each) => {
  const { left, right, width } = each.getBoundingClientRect();
  return width > 1 && (left < -1 || right > innerWidth + 1) && !each.closest('table, .react-flow');
})).concat(document.documentElement.scrollWidth > innerWidth ? [document.documentElement] : [])
  .map((each) => each.outerHTML.slice(0, 160))`;
