import type { Page } from 'playwright-core';
import { until, visit, type Client } from '../browser/client.ts';
import { keep } from './steps.ts';
import { everything } from './given.ts';
import type { Place } from './place.ts';

/** Pages that may still show the previous place's data. */
const outdated = new WeakSet<Page>();

/** Whether the server or the browser contains something other than usual. */
export const hasOwnContents = ({ given, kept }: Place): boolean => given !== undefined || kept !== undefined;

/** Goes there from an empty page. */
export async function goTo(client: Client, place: Place): Promise<void> {
  const { hash, open, words, given, kept } = place;
  const { page, standIn } = client;
  await visit(client, '#/nowhere');
  await until(client, 'document.querySelector("[role=dialog], [role=alertdialog]") === null');
  if (hasOwnContents(place)) {
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
export async function leave(client: Client, place: Place): Promise<void> {
  const { page, standIn } = client;
  await page.keyboard.press('Escape');
  await page.mouse.move(0, 0);
  await place.leave?.(client);
  await page.evaluate(`for (const name of Object.keys(localStorage))
    if (/^handback.(draft|message|definition|chat|outbox|flowView)/.test(name)) localStorage.removeItem(name)
    dispatchEvent(new StorageEvent('storage'))`);
  if (!hasOwnContents(place)) return;
  Object.assign(standIn.state, everything());
  outdated.add(page);
}
