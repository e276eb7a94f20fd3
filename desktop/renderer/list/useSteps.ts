import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

const STEP = 30;
const AHEAD = '800px';

interface Steps {
  /** How many rows to draw. */
  drawn: number;
  /** Draws the next rows at once, so that quick tabbing does not leave the list. */
  goOn(): void;
}

/**
 * How many rows of a long list to draw: some at first, and more whenever its end comes near.
 *
 * @param end stands below the last row that is drawn
 * @param start begins anew when it changes
 * @param more reads on where all that was read is drawn; looked at anew when something was read
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
  const goOn = () => (isDrawn ? more.readOn() : setDrawn({ start, count: count + STEP }));
  const onEnd = useEffectEvent(goOn);
  useEffect(() => {
    if (!hasMore || !end.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && onEnd(),
      { rootMargin: AHEAD, scrollMargin: AHEAD }, // the page scrolls on phones, the list where it stands beside a question
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [end, hasMore, isDrawn, count, start, more.reads, more.isReading]);
  return { drawn: Math.min(count, total), goOn };
}
