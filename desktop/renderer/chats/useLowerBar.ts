import { useCallback } from 'react';

const HEIGHT = '--composer-height';

/** Keeps the height of what a chat ends with in `--composer-height`, so that messages in the corner are above it. */
export const useLowerBar = () =>
  useCallback((bar: HTMLElement | null) => {
    if (!bar) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(HEIGHT, `${bar.offsetHeight}px`));
    observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT);
    };
  }, []);
