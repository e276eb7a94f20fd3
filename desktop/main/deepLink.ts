/** The scheme of links that open the app. */
export const LINK_SCHEME = 'handback';

/** Places that a link may lead to, as they stand behind `#/`. None of them does anything by being opened. */
const PLACES = new Set(['notifications', 'assignments', 'chats', 'executions']);
const LONGEST = 500;
const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9_.~-]{0,149}$/;

/**
 * Reads a link such as `handback://notifications/01J…-ask`.
 *
 * @returns the route that it leads to (`#/notifications/01J…-ask`), or null for whatever is not on the list
 */
export function routeOf(link: string): string | null {
  if (link.length > LONGEST || !URL.canParse(link)) return null;
  const { protocol, hostname, username, password, port, pathname, search, hash } = new URL(link);
  if (protocol !== `${LINK_SCHEME}:` || username || password || port || search || hash) return null;
  const segments = pathname.replace(/^\/|\/$/g, '');
  if (
    !PLACES.has(hostname) ||
    link.slice(LINK_SCHEME.length + 3).toLowerCase() !== `${hostname}${pathname}`.toLowerCase()
  )
    return null; // whatever was written otherwise than it is read, with `..` for example
  if (segments !== '' && !SEGMENT.test(segments)) return null;
  return `#/${hostname}${segments && `/${segments}`}`;
}

/** The first link among the arguments of a process: Windows and Linux hand it over there. */
export const linkAmong = (argv: readonly string[]): string | null =>
  argv.find((argument) => argument.toLowerCase().startsWith(`${LINK_SCHEME}:`)) ?? null;
