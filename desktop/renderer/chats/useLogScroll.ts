import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** Nearer to the end than this counts as being there. */
const NEAR_PX = 48;

export interface LogScroll {
  log: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLOListElement | null>;
  onScroll(): void;
}

interface Shown {
  /** What stands at the top. */
  firstId: string | undefined;
  /** When the last thing was said, and when the reader wrote last. */
  saidAt: string | undefined;
  writtenAt: string | undefined;
}

/**
 * Keeps a log where its reader is: at the end when they are at the end, however it grows, and at the same words when
 * something older appears above. Whoever writes is led to what they wrote.
 */
export function useLogScroll({ firstId, saidAt = '', writtenAt = '' }: Shown): LogScroll {
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  const lastHeight = useRef(0);
  const lastAt = useRef(saidAt); // when it was opened, then when the reader wrote

  useLayoutEffect(() => {
    const place = log.current;
    if (!place) return;
    if (!isAtEnd.current) place.scrollTop += place.scrollHeight - lastHeight.current;
    lastHeight.current = place.scrollHeight;
  }, [firstId]);

  useLayoutEffect(() => {
    const place = log.current;
    if (!place || writtenAt <= lastAt.current) return;
    lastAt.current = writtenAt;
    isAtEnd.current = true;
    place.scrollTop = place.scrollHeight;
  }, [writtenAt]);

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
