import type { Figures } from '../variant.ts';
import type { Questions } from './questions.ts';
import type { Tab } from './tab.ts';

const SCREENS = 30;
const SCREEN_PX = 800;

/** What blocks the page from handling the next key or touch while somebody scrolls and types in long lists. */
export async function measureLists(tab: Tab, url: string, { formId }: Questions): Promise<Figures> {
  const { page } = tab;
  await tab.load(`${url}/#/notifications`, 'a[data-id]', { isCold: false });
  await page.mouse.move(200, 500);
  const scroll = await tab.tasksDuring(async () => {
    for (let screen = 0; screen < SCREENS; screen++) {
      await page.mouse.wheel(0, SCREEN_PX);
      await nextFrames();
    }
  });
  const search = await tab.tasksDuring(() => typeInto('input[type=search]', 'budget of the quarter'));
  await tab.load(`${url}/#/notifications/${formId}`, 'form [role=combobox]', { isCold: false });
  const options = await tab.tasksDuring(() => typeInto('form [role=combobox]', 'Place 99'));
  return {
    ...named('scroll', scroll),
    ...named('search', search),
    ...named('options', options),
  };

  async function typeInto(selector: string, words: string): Promise<void> {
    await page.locator(selector).first().focus();
    for (const key of words) {
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      await nextFrames();
    }
  }

  /** Waits until the effect of the last action has been painted. */
  async function nextFrames(): Promise<void> {
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
    );
  }
}

const named = (name: string, { longestMs, blockedMs }: { longestMs: number; blockedMs: number }): Figures => ({
  [`${name}LongestMs`]: longestMs,
  [`${name}BlockedMs`]: blockedMs,
});
