import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

const STEP = 30;
const AHEAD = '800px';
/** So many rows before the last that is drawn, the next ones are. */
const DRAWN_AHEAD = 10;
/** So many rows before the last that was read, the next ones are: they take a while to come. */
const READ_AHEAD = 30;

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
  const draw = () => setDrawn({ start, count: count + STEP });
  const onEnd = useEffectEvent(() => (isDrawn ? more.readOn() : draw()));
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
