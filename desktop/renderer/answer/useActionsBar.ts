import { useCallback } from 'react';

/** A bar that takes more than this share of the viewport is not sticky, because it would cover the question. */
const MOST_SHARE = 0.3;
const HEIGHT = '--actions-height';

/**
 * Keeps the answer bar in view at the lower edge of the scrolling area, as long as it leaves room for the question. Its
 * height is in `--actions-height`.
 */
export const useActionsBar = () =>
  useCallback((bar: HTMLElement | null) => {
    const scroller = bar && scrollerOf(bar);
    if (!bar || !scroller) return undefined;
    const { style } = document.documentElement;
    const measure = (): void => {
      const isStuck = bar.offsetHeight <= scroller.clientHeight * MOST_SHARE;
      bar.style.position = isStuck ? 'sticky' : 'static';
      style.setProperty(HEIGHT, isStuck ? `${bar.offsetHeight}px` : '0px');
    };
    const observer = new ResizeObserver(measure);
    observer.observe(bar);
    observer.observe(scroller);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT);
    };
  }, []);

function scrollerOf(element: HTMLElement): HTMLElement | null {
  const above = element.parentElement;
  if (!above || getComputedStyle(above).overflowY === 'auto') return above;
  return scrollerOf(above);
}
