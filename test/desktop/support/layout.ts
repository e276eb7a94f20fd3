import type { Page } from 'playwright-core';

/** Resolves after layout changes and opening animations. */
export const SETTLED = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    .then(() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => null))))`;

const TOO_WIDE = `[...document.querySelectorAll('body, body *')].filter((each) => {
  if (each.closest('textarea, .react-flow') || each.querySelector(':scope > table')) return false;
  const { overflowX } = getComputedStyle(each);
  const isScroller = each === document.body || overflowX === 'auto' || overflowX === 'scroll';
  return isScroller && each.scrollWidth > each.clientWidth + 1;
}).concat([...document.querySelectorAll('a, button, input, select, summary')].filter((each) => {
  const { left, right, width } = each.getBoundingClientRect();
  return width > 1 && (left < -1 || right > innerWidth + 1) && !each.closest('table, .react-flow');
})).concat(document.documentElement.scrollWidth > innerWidth ? [document.documentElement] : [])
  .map((each) => each.outerHTML.slice(0, 160))`;

/**
 * Elements that are too wide once nothing moves: anything that scrolls sideways except tables, drawings and
 * definitions, and controls beyond the page's edge.
 */
export const tooWideOn = (page: Page): Promise<string[]> => page.evaluate(`${SETTLED}.then(() => ${TOO_WIDE})`);
