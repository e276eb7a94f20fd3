import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

const STEP = 30;
const AHEAD = '800px';
/** Renders more rows this many before the last rendered one. */
const DRAWN_AHEAD = 10;
/** Loads more rows this many before the last loaded one, because loading takes longer. */
const READ_AHEAD = 30;

interface Steps {
  /** How many rows to draw. */
  drawn: number;
  /** The focus handler of a row: near the end it renders more rows at once, so that fast tabbing stays in the list. */
  onFocus(index: number): (() => void) | undefined;
}

/**
 * How many rows of a long list to render: a few at first, more as its end comes near.
 *
 * @param end the element below the last rendered row
 * @param start resets the count when it changes
 * @param more loads more rows once all loaded ones are rendered; checked again after each load
 */
export function useSteps(
  end: RefObject<HTMLElement | null>,
  total: number,
  start: string,
  more: { hasMore: boolean; isReading: boolean; reads: number; readOn(): void },
): Steps {
  const [drawn, setDrawn] = useState({ start, count: STEP });
  const count = drawn.start === start ? drawn.count : STEP;
  const isDrawn = count >= total;
  const hasMore = !isDrawn || more.hasMore;
  const draw = () => setDrawn({ start, count: count + STEP });
  const onEnd = useEffectEvent(() => (isDrawn ? more.readOn() : draw()));
  useEffect(() => {
    if (!hasMore || !end.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && onEnd(),
      { rootMargin: AHEAD, scrollMargin: AHEAD }, // on phones the page scrolls; beside a question, the list
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [end, hasMore, isDrawn, count, start, more.reads, more.isReading]);
  const last = Math.min(count, total);
  const onFocus = (index: number) => {
    const [draws, reads] = [!isDrawn && index >= last - DRAWN_AHEAD, more.hasMore && index >= total - READ_AHEAD];
    if (!draws && !reads) return undefined;
    return () => {
      if (draws) draw();
      if (reads) more.readOn();
    };
  };
  return { drawn: last, onFocus };
}
