import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** Closer to the end than this counts as at the end. */
const NEAR_PX = 48;

export interface LogScroll {
  log: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLOListElement | null>;
  onScroll(): void;
}

interface Shown {
  /** The first entry. */
  firstId: string | undefined;
  /** When the last message arrived, and when the reader last wrote. */
  saidAt: string | undefined;
  writtenAt: string | undefined;
}

/**
 * Keeps the reader's scroll position: at the end if they are there while the log grows, and at the same text if older
 * messages load above. Scrolls to the reader's own new messages.
 */
export function useLogScroll({ firstId, saidAt = '', writtenAt = '' }: Shown): LogScroll {
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  const lastHeight = useRef(0);
  const lastAt = useRef(saidAt); // initially the time of opening, later of the reader's last message

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
