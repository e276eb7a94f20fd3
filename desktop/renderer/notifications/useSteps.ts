import { useEffect, useState, type RefObject } from 'react';

const STEP = 30;
const AHEAD = '800px';

/**
 * How many rows of a long list to draw: some at first, and more whenever its end comes near.
 *
 * @param end stands below the last row that is drawn
 * @param start begins anew when it changes
 */
export function useSteps(end: RefObject<HTMLElement | null>, total: number, start: string): number {
  const [drawn, setDrawn] = useState({ start, count: STEP });
  const count = drawn.start === start ? drawn.count : STEP;
  const hasMore = count < total;
  useEffect(() => {
    if (!hasMore || !end.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setDrawn({ start, count: count + STEP }),
      { rootMargin: AHEAD, scrollMargin: AHEAD }, // the page scrolls on phones, the list where it stands beside a question
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [end, hasMore, count, start]);
  return Math.min(count, total);
}
