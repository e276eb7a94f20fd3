import type { ClientConfig } from './client.ts';

/**
 * The calls that the client makes to Microsoft Graph itself, with the person's tokens (behaviour 5.3 A): putting a file
 * into their own drive, and browsing document libraries. Both hosts of the client permit nothing else.
 */
/** The path of these calls in the desktop app, below its own origin. */
export const GRAPH_PATH = '/graph';

const SEGMENT = String.raw`[^/?#:]+`;
/** Any of these suffices; the first one granted is used. */
const OWN_DRIVE = ['Files.ReadWrite'];
const LIBRARIES = ['Sites.Read.All', 'Sites.Selected'];

const CALLS: readonly { method: string; path: RegExp; permissions: readonly string[] }[] = [
  { method: 'GET', path: /^\/me\/drive\?\$select=webUrl$/, permissions: OWN_DRIVE },
  {
    method: 'PUT',
    path: new RegExp(
      String.raw`^/me/drive/special/approot:/${SEGMENT}:/content\?@microsoft\.graph\.conflictBehavior=rename$`,
    ),
    permissions: OWN_DRIVE,
  },
  { method: 'GET', path: /^\/sites\?search=[^&#]+$/, permissions: LIBRARIES },
  {
    method: 'GET',
    path: new RegExp(String.raw`^/sites/${SEGMENT}:/(?:${SEGMENT}/)*${SEGMENT}$`),
    permissions: LIBRARIES,
  },
  { method: 'GET', path: new RegExp(String.raw`^/sites/${SEGMENT}/drives$`), permissions: LIBRARIES },
  {
    method: 'GET',
    path: new RegExp(String.raw`^/drives/${SEGMENT}/(?:root|items/${SEGMENT})/children(?:\?\$skiptoken=[^&#]+)?$`),
    permissions: LIBRARIES,
  },
];

/**
 * @param path below `/v1.0`, with its query
 * @returns the permissions that allow the call; null: it is not one of these calls
 */
export function permissionsFor(method: string, path: string): readonly string[] | null {
  const isPlain = !path.split(/[/:?]/).some((part) => /^(\.|%2e){1,2}$/i.test(part));
  const found = CALLS.find((call) => call.method === method && call.path.test(path));
  return found && isPlain ? found.permissions : null;
}

const GRAPH = 'https://graph.microsoft.com';

/**
 * A Graph token is only sent to Microsoft Graph, whatever the server says; only a sandbox has its own, on this machine.
 */
export const isGraph = (origin: string, mode: ClientConfig['mode']): boolean =>
  origin === GRAPH || (mode === 'sandbox' && /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(origin));
