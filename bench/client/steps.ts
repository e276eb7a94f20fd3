import { percentiles } from '../load.ts';
import type { Conditions, Figures } from '../variant.ts';
import type { Questions } from './questions.ts';
import type { Tab } from './tab.ts';

const PRESSES_PER_SECOND = 4;

/** Resolves with the address of the next question, other than `before`, once its answer controls have been painted. */
const NEXT = (before: string): string => `new Promise((resolve) => {
  const at = performance.now();
  const look = () => {
    const isThere = location.hash !== ${JSON.stringify(before)} &&
      document.querySelector('article form [role=group] button:enabled') !== null;
    if (isThere) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - at)));
    else requestAnimationFrame(look);
  };
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true }));
  look();
})`;

/** Time from the key that answers a question until the next one can be answered. */
export async function measureSteps(
  tab: Tab,
  url: string,
  { formId }: Questions,
  { seconds }: Conditions,
): Promise<Figures> {
  const { page } = tab;
  await tab.load(`${url}/#/notifications`, 'a[data-id]', { isCold: false });
  const first = page.locator(`a[data-id]:not([data-id="${formId}"])`).first();
  await first.click();
  const times: number[] = [];
  for (let presses = Math.ceil(seconds * PRESSES_PER_SECOND); presses > 0; presses -= 1) {
    await page.locator('article form [role=group] button:enabled').first().waitFor();
    times.push(await page.evaluate<number>(NEXT(new URL(page.url()).hash)));
  }
  const { p50Ms, p99Ms } = percentiles(times);
  return { nextP50Ms: p50Ms!, nextP95Ms: p99Ms! };
}
