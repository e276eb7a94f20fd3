// cspell:ignore Fask
/**
 * Links that lead to a place of Handback. What is sent carries the https address of a page (`linkTo`), for chats and mail
 * clients open nothing else; that page goes on to the desktop app (`appLink`) where it is, and to the web client elsewhere.
 */

/** The scheme of links that open the desktop app. */
export const LINK_SCHEME = 'handback';

const LONGEST = 500;
/** All that a link may lead to, as it stands behind `#/`. None of these pages does anything by being opened. */
const PLACE = /^(notifications|assignments|assignments\/sent|chats|executions)(\/[A-Za-z0-9][A-Za-z0-9_.~-]{0,149})?$/;
const OPEN = '#/open/';

/** What waits for a person. */
export const INBOX = 'notifications';

/** Where the desktop app sends the browser after a sign-in: from then on this browser knows that the app is here. */
export const APP_READY = '#/app-ready';

/** Whether a link may lead there: `notifications/01J…-ask`, say. */
export const isPlace = (place: string): boolean => PLACE.test(place);

/** The address that messages carry; a place that no link may lead to is opened by the web client itself. */
export const linkTo = (publicUrl: string, place: string): string =>
  `${publicUrl}/${isPlace(place) ? OPEN : '#/'}${place}`;

/** @returns the place that the address of a page asks to be opened, or null for every other address */
export function placeToOpen(hash: string): string | null {
  if (!hash.startsWith(OPEN)) return null;
  const place = hash.slice(OPEN.length);
  return isPlace(place) ? place : null;
}

/**
 * @param origin of the server whose place it is: the app may be at another one
 * @throws TypeError for a place that no link may lead to
 */
export function appLink(place: string, origin: string): string {
  if (!isPlace(place)) throw new TypeError('no place that a link may lead to');
  return `${LINK_SCHEME}://${place}?server=${encodeURIComponent(origin)}`;
}

/** Where a link leads in the desktop app. */
export interface AppPlace {
  /** Its route: `#/notifications/01J…-ask`. */
  hash: string;
  /** Origin of the server whose place it is; null: of whichever the app is at. */
  server: string | null;
}

/**
 * Reads a link such as `handback://notifications/01J…-ask?server=https%3A%2F%2Fask.example.com`.
 *
 * @returns null for whatever is not on the list, or was written otherwise than `appLink` writes it
 */
export function readAppLink(link: string): AppPlace | null {
  if (link.length > LONGEST || link.slice(0, START.length).toLowerCase() !== START) return null;
  const [written = '', query, ...more] = link.slice(START.length).split('?');
  const place = written.replace(/\/$/, '');
  if (more.length > 0 || !isPlace(place)) return null;
  const server = query === undefined ? null : serverIn(query);
  return server === undefined ? null : { hash: `#/${place}`, server };
}

const START = `${LINK_SCHEME}://`;
const SERVER = /^server=([\w.%-]+)$/;

/** @returns undefined for what names no server */
function serverIn(query: string): string | undefined {
  const [, escaped = ''] = SERVER.exec(query) ?? [];
  const origin = unescaped(escaped);
  if (!URL.canParse(origin)) return undefined;
  const read = new URL(origin);
  return /^https?:$/.test(read.protocol) && read.origin === origin ? origin : undefined;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
