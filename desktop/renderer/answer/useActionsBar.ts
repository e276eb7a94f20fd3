import { useCallback } from 'react';

/** A bar that takes more of what is seen than this share stays at its place: on a small screen it would cover what it is about. */
const MOST_SHARE = 0.3;
const HEIGHT = '--actions-height';

/**
 * Keeps what a question is answered with in view, at the lower edge of what scrolls, as long as it leaves room for the
 * question. What lies above that edge finds its height in `--actions-height`.
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
