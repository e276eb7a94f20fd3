import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';
import { SETTLED, tooWideOn } from './layout.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const WIDTHS = [1180, 360];
const LIGHT = { colorScheme: 'light', contrast: 'no-preference' } as const;
/** Checked in turn, one per width, because a theme's colours do not depend on the width. */
const OTHER_THEMES = [
  { name: 'dark', media: { colorScheme: 'dark', contrast: 'no-preference' } },
  { name: 'contrast', media: { colorScheme: 'dark', contrast: 'more' } },
] as const;
/** Passing elements need not be reported, or named in detail. */
const BRIEFLY = { resultTypes: ['violations'], selectors: false };
const ALL = { ...BRIEFLY, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** The rules that another theme can break; the others do not depend on colours. */
const OF_COLOURS = { ...BRIEFLY, runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** Call it before there are pages. */
export const injectAxe = (context: BrowserContext): Promise<unknown> => context.addInitScript(axe);

/** Fluent's hidden focus markers are left out; everything else counts. */
const violations = (page: Page, options: object): Promise<string[]> =>
  page.evaluate(`${SETTLED}
    .then(() => axe.run({ exclude: [['[data-tabster-dummy]']] }, ${JSON.stringify(options)}))
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`);

/** A label or description that names an id twice given means the wrong element, and a press on it goes there. */
const SAME_IDS = `(() => {
  const known = new Set();
  return [...document.querySelectorAll('[id]')].filter(({ id }) => known.has(id) || !known.add(id))
    .map((each) => 'id given twice: ' + each.outerHTML.slice(0, 160));
})()`;

/**
 * Accessibility violations of a page: in the light theme and in another one at each width. Restores the original state.
 */
export async function obstaclesOn(
  page: Page,
  { width: last, height } = page.viewportSize()!,
  widths = WIDTHS,
): Promise<string[]> {
  const found: string[] = [];
  for (const [n, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 800 });
    const others = widths.length === 1 ? OTHER_THEMES : [OTHER_THEMES[n % OTHER_THEMES.length]!];
    for (const { name, media } of [{ name: 'light', media: LIGHT }, ...others]) {
      await page.emulateMedia(media);
      const wrong = await violations(page, name === 'light' ? ALL : OF_COLOURS);
      found.push(...wrong.map((each) => `${name}, ${width} px, ${each}`));
    }
    found.push(...(await tooWideOn(page)).map((each) => `${width} px, too wide: ${each}`));
  }
  found.push(...(await page.evaluate<string[]>(SAME_IDS)));
  await page.emulateMedia(LIGHT);
  await page.setViewportSize({ width: last, height });
  return found;
}
