import { useEffect, type RefObject } from 'react';

/**
 * Keeps everything below an element where the person sees it while the element grows or shrinks, because its content
 * comes late and they may be about to press something. Browsers do that too, but not at the top of a page, and Safari not
 * at all. Nothing is scrolled for a person who has not turned to what is below yet, or who is in the element itself.
 */
export function useStandStill(above: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = above.current;
    const page = place?.closest('main');
    if (!place || !page) return undefined;
    const siblings = (): Element[] => [...place.parentElement!.children].filter((each) => each !== place);
    const isInUse = (): boolean =>
      scrolled > 0 || siblings().some((each) => each.matches(':hover') || each.contains(document.activeElement));
    /** Where the first element below begins, however far the page is scrolled. */
    const begins = (): number => place.nextElementSibling!.getBoundingClientRect().top + page.scrollTop;
    let scrolled = page.scrollTop;
    let at = begins();
    const onScroll = (): void => {
      scrolled = page.scrollTop;
    };
    const observer = new ResizeObserver(() => {
      const moved = begins() - at;
      at += moved;
      if (!place.contains(document.activeElement) && isInUse()) page.scrollTop = scrolled + moved;
      scrolled = page.scrollTop;
    });
    observer.observe(place);
    page.addEventListener('scroll', onScroll);
    return () => {
      observer.disconnect();
      page.removeEventListener('scroll', onScroll);
    };
  }, [above]);
}
