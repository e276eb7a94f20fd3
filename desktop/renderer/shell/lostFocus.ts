/** Elements that screen readers announce when they get the focus. */
const PLACES = 'main, article, section, form, fieldset, ul, ol, li, [role]:not([role=presentation]), [tabindex]';
/** Whatever closes, replaces or opens something has moved the focus by then. */
const SETTLED_MS = 100;

/**
 * Keeps the focus near a control that disappears with its press, such as a remove button, so that keyboards and screen
 * readers do not start again at the top of the page: moves it to the closest place around the control that is left.
 *
 * @param page everything but dialogs, which give the focus back themselves when they close
 * @returns a function that stops it
 */
export function keepFocusNear(page: HTMLElement, main: () => HTMLElement | null): () => void {
  let last: Element | null = null;
  let around: HTMLElement[] = [];
  let timer: number | undefined;

  function remember(focused: Element): void {
    last = focused;
    around = placesAround(focused);
  }

  const follow = ({ target }: FocusEvent): void => {
    if (target instanceof Element) remember(target);
  };

  /** A press on an empty part of the page takes the focus away on purpose. */
  const forget = (): number =>
    window.setTimeout(() => {
      if (document.activeElement === document.body && !isGone(last)) last = null;
    });

  function look(): void {
    timer = undefined;
    if (!isGone(last) || document.activeElement !== document.body) return;
    const left = around.find((each) => each.isConnected && each.checkVisibility());
    last = null;
    if (left) focusOn(left.contains(main()) ? main()! : left);
  }

  const observer = new MutationObserver(() => {
    if (isGone(last)) timer ??= window.setTimeout(look, SETTLED_MS);
  });
  // this code loads late, so the focus may be at such a control already
  if (document.activeElement && document.activeElement !== document.body) remember(document.activeElement);
  document.addEventListener('focusin', follow);
  document.addEventListener('focusout', forget);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', follow);
    document.removeEventListener('focusout', forget);
    observer.disconnect();
    window.clearTimeout(timer);
  };

  function placesAround(target: Element): HTMLElement[] {
    const places: HTMLElement[] = [];
    for (let each = target.parentElement; each; each = each.parentElement) if (each.matches(PLACES)) places.push(each);
    return page.contains(target) ? [...places, page] : places;
  }
}

const isGone = (target: Element | null): boolean =>
  target !== null && (!target.isConnected || target.matches(':disabled'));

/** Without a tabindex such an element cannot take the focus. */
function focusOn(place: HTMLElement): void {
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}
