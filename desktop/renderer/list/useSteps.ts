import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

const STEP = 30;
const AHEAD = '800px';
/** So many rows before the last, the next ones are read and drawn: what is read takes a while to come. */
const AHEAD_ROWS = 10;

interface Steps {
  /** How many rows to draw. */
  drawn: number;
  /** What a row does when it gets the focus: near the end the next ones are had at once, so that quick tabbing does not leave the list. */
  onFocus(index: number): (() => void) | undefined;
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
  const last = Math.min(count, total);
  return { drawn: last, onFocus: (index) => (index >= last - AHEAD_ROWS ? goOn : undefined) };
}
