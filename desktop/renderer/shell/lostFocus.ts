import { focusOn } from './focusOn.ts';
import { lastFocused, lastFocusedInPage } from './lastFocused.ts';

/** Elements that screen readers announce when they get the focus. */
const PLACES = 'main, article, section, form, fieldset, ul, ol, li, [role]:not([role=presentation]), [tabindex]';
/** Whatever closes, replaces or opens something has moved the focus by then. */
const SETTLED_MS = 100;

/** Something that has or had the focus, and the places around it, closest first. */
interface Spot {
  control: HTMLElement;
  around: HTMLElement[];
}

/**
 * Keeps the focus near a control that disappears with its press, such as a remove button, so that keyboards and screen
 * readers do not start again at the top of the page: moves it to the closest place around the control that is left. After
 * a dialog that gave the focus back to nobody, that is what had the focus before it.
 *
 * @param page everything but dialogs
 * @returns a function that stops it
 */
export function keepFocusNear(page: HTMLElement, main: () => HTMLElement | null): () => void {
  let last: Spot | null = null;
  let timer: number | undefined;

  function remember(control: HTMLElement): void {
    last = { control, around: placesAround(control) };
  }

  const follow = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement) remember(target);
  };

  /** A press on an empty part of the page takes the focus away on purpose. A dialog may lose it before it disappears. */
  const forget = (): number =>
    window.setTimeout(() => {
      if (document.activeElement === document.body && last?.control === lastFocusedInPage() && !isLost(last))
        last = null;
    });

  function look(): void {
    timer = undefined;
    if (!isLost(last) || document.activeElement !== document.body) return;
    const left = last?.around.find(isShown);
    last = null;
    if (left) focusOn(left.contains(main()) ? main()! : left);
    else lastFocusedInPage()?.focus();
  }

  const lookSoon = (): void => {
    if (isLost(last)) timer ??= window.setTimeout(look, SETTLED_MS);
  };
  const observer = new MutationObserver(lookSoon);
  // this code loads late, so such a control may have the focus already, or may be gone
  const before = lastFocused();
  if (before) remember(before);
  lookSoon();
  document.addEventListener('focusin', follow);
  document.addEventListener('focusout', forget);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', follow);
    document.removeEventListener('focusout', forget);
    observer.disconnect();
    window.clearTimeout(timer);
  };

  function placesAround(target: HTMLElement): HTMLElement[] {
    const places: HTMLElement[] = [];
    for (let each = target.parentElement; each; each = each.parentElement) if (each.matches(PLACES)) places.push(each);
    return page.contains(target) ? [...places, page] : places;
  }
}

export const isShown = (place: HTMLElement): boolean => place.isConnected && place.checkVisibility();

/** Whether a control can no longer have the focus. */
export const isGone = (control: HTMLElement): boolean => !control.isConnected || control.matches(':disabled');

const isLost = (spot: Spot | null): boolean => spot !== null && isGone(spot.control);
