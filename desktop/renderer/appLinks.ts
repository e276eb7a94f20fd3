import { APP_READY, placeToOpen } from '../../contract/openLinks.ts';
import { forgetChoice, storeChoice, storedChoice } from './stored.ts';

/**
 * The preference to open links from messages in the desktop app: set by the person, or by the app when it announces
 * itself.
 */
export const APP_LINKS = 'app-links';
export const APP_LINK_CHOICES = ['on', 'off'] as const;

const chosen = (): (typeof APP_LINK_CHOICES)[number] | null => storedChoice(APP_LINKS, APP_LINK_CHOICES);

/** The app is gone. If it announces itself again, links open there again. */
export const forgetApp = (): void => forgetChoice(APP_LINKS);

/**
 * Handles the page's link. If the app announces itself, remembers it, unless the person turned app links off. A link
 * from a message goes straight to its target, unless it is to open in the app.
 */
export function followLink(): void {
  const { hash } = window.location;
  if (hash === APP_READY && chosen() !== 'off') storeChoice(APP_LINKS, 'on');
  const place = placeToOpen(hash);
  if (place !== null && chosen() !== 'on') window.location.replace(`#/${place}`);
}
