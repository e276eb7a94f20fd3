import type { ClientConfig } from './client.ts';

/**
 * What the client asks Microsoft Graph itself, with tokens of the person (behaviour 5.3 A): putting a file into their own
 * drive, and looking through document libraries. Nothing else: both hosts of the client hold to this table.
 */
/** Where the desktop app takes them, below its own origin. */
export const GRAPH_PATH = '/graph';

const SEGMENT = String.raw`[^/?#:]+`;
/** Any of these opens it, the first that was granted is taken. */
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

/** The path below `/v1.0`, with its query. @returns the permissions that open it; null: it is not one of these calls */
export function permissionsFor(method: string, path: string): readonly string[] | null {
  const isPlain = !path.split(/[/:?]/).some((part) => /^(\.|%2e){1,2}$/i.test(part));
  const found = CALLS.find((call) => call.method === method && call.path.test(path));
  return found && isPlain ? found.permissions : null;
}

const GRAPH = 'https://graph.microsoft.com';

/** A token for Microsoft Graph goes there, whatever a server says; only a sandbox has its own, on this machine. */
export const isGraph = (origin: string, mode: ClientConfig['mode']): boolean =>
  origin === GRAPH || (mode === 'sandbox' && /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(origin));
