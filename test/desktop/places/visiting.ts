import type { Page } from 'playwright-core';
import { until, visit, type Client } from '../browser/client.ts';
import { keep } from './deeds.ts';
import { everything } from './given.ts';
import type { Place } from './place.ts';

/** Pages that may still show the previous place's data. */
const outdated = new WeakSet<Page>();

/** Goes there from an empty page. */
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

/** Removes the place's server contents and stored data. */
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
