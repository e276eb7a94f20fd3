import { APP_READY, placeToOpen } from '../../contract/openLinks.ts';
import { forgetChoice, storeChoice, storedChoice } from './stored.ts';

/** Whether links of messages open in the desktop app: where somebody said so, or where the app has said that it is here. */
export const APP_LINKS = 'app-links';
export const APP_LINK_CHOICES = ['on', 'off'] as const;

const chosen = (): (typeof APP_LINK_CHOICES)[number] | null => storedChoice(APP_LINKS, APP_LINK_CHOICES);

/** The app is not here any more. Should it come back, links open there again. */
export const forgetApp = (): void => forgetChoice(APP_LINKS);

/**
 * Remembers that the app is on this machine where the app says so, unless the person wants no links to open there; goes
 * straight to what a link of a message leads to, unless it is to open there.
 */
export function followLink(): void {
  const { hash } = window.location;
  if (hash === APP_READY && chosen() !== 'off') storeChoice(APP_LINKS, 'on');
  const place = placeToOpen(hash);
  if (place !== null && chosen() !== 'on') window.location.replace(`#/${place}`);
}
