// cspell:ignore Fask
/**
 * Links to a place in Handback. Messages carry an https URL (`linkTo`), because chats and mail clients open nothing
 * else. That page continues to the desktop app (`appLink`) if it is installed, otherwise to the web client.
 */

/** The scheme of links that open the desktop app. */
export const LINK_SCHEME = 'handback';

const LONGEST = 500;
/** All targets of links, as written after `#/`. Opening one of these pages changes nothing. */
const PLACE = /^(notifications|assignments|assignments\/sent|chats|executions)(\/[A-Za-z0-9][A-Za-z0-9_.~-]{0,149})?$/;
const OPEN = '#/open/';

/** The route of the inbox. */
export const INBOX = 'notifications';

/**
 * Where the desktop app sends the browser after a sign-in; from then on the browser knows that the app is installed.
 */
export const APP_READY = '#/app-ready';

/** Whether a link may lead there: `notifications/01J…-ask`, say. */
export const isPlace = (place: string): boolean => PLACE.test(place);

/** The URL for messages. A place that is not a link target opens in the web client. */
export const linkTo = (publicUrl: string, place: string): string =>
  `${publicUrl}/${isPlace(place) ? OPEN : '#/'}${place}`;

/** @returns the place that a page URL asks to open, or null */
export function placeToOpen(hash: string): string | null {
  if (!hash.startsWith(OPEN)) return null;
  const place = hash.slice(OPEN.length);
  return isPlace(place) ? place : null;
}

/**
 * @param origin the server's origin, because the app may be connected to another one
 * @throws TypeError for a place that is not a link target
 */
export function appLink(place: string, origin: string): string {
  if (!isPlace(place)) throw new TypeError('no place that a link may lead to');
  return `${LINK_SCHEME}://${place}?server=${encodeURIComponent(origin)}`;
}

/** The target of a link in the desktop app. */
export interface AppPlace {
  /** Its route: `#/notifications/01J…-ask`. */
  hash: string;
  /** The server's origin; null: the one the app is connected to. */
  server: string | null;
}

/**
 * Reads a link such as `handback://notifications/01J…-ask?server=https%3A%2F%2Fask.example.com`.
 *
 * @returns null unless the target is allowed and the link is exactly as `appLink` writes it
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

/** @returns undefined if the query names no server */
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
