import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** Nearer to the end than this counts as being there. */
const NEAR_PX = 48;

export interface LogScroll {
  log: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLOListElement | null>;
  onScroll(): void;
}

/**
 * Keeps a log where its reader is: at the end when they are at the end, however it grows, and at the same words when
 * something older appears above.
 *
 * @param firstId what stands at the top
 */
export function useLogScroll(firstId: string | undefined): LogScroll {
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  const lastHeight = useRef(0);

  useLayoutEffect(() => {
    const place = log.current;
    if (!place) return;
    if (!isAtEnd.current) place.scrollTop += place.scrollHeight - lastHeight.current;
    lastHeight.current = place.scrollHeight;
  }, [firstId]);

  useEffect(() => {
    const place = log.current;
    if (!place || !content.current) return undefined;
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) place.scrollTop = place.scrollHeight;
      lastHeight.current = place.scrollHeight;
    });
    observer.observe(content.current);
    observer.observe(place);
    return () => observer.disconnect();
  }, []);

  return {
    log,
    content,
    onScroll: () => {
      const place = log.current!;
      isAtEnd.current = place.scrollHeight - place.scrollTop - place.clientHeight < NEAR_PX;
    },
  };
}
