import type { NotificationStatus } from '../../contract/notifications.ts';

export type Route =
  | { page: 'notifications'; id: string | null; status: NotificationStatus }
  | { page: 'chats' }
  | { page: 'chat'; id: string }
  | { page: 'flows' }
  | { page: 'flow'; id: string }
  | { page: 'executions' }
  | { page: 'execution'; id: string }
  | { page: 'unknown' };

const STATUSES: readonly NotificationStatus[] = ['pending', 'completed', 'expired'];

/** Reads the part of an address behind `#`. An empty one is the inbox; one that leads nowhere is `unknown`. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const parts = path.split('/').filter(Boolean).map(decode);
  if (parts.length > 2 || parts.includes(null)) return { page: 'unknown' };
  const [page = '', id = null] = parts;
  switch (page) {
    case '':
    case 'notifications':
      return { page: 'notifications', id, status: statusIn(query) };
    case 'chats':
      return id === null ? { page: 'chats' } : { page: 'chat', id };
    case 'flows':
      return id === null ? { page: 'flows' } : { page: 'flow', id };
    case 'executions':
      return id === null ? { page: 'executions' } : { page: 'execution', id };
    default:
      return { page: 'unknown' };
  }
}

/** The address of a route, `#` included. */
export function hrefOf(route: Exclude<Route, { page: 'unknown' }>): string {
  switch (route.page) {
    case 'notifications': {
      const query = route.status === 'pending' ? '' : `?status=${route.status}`;
      return `#/notifications${route.id === null ? '' : `/${encodeURIComponent(route.id)}`}${query}`;
    }
    case 'chat':
      return `#/chats/${encodeURIComponent(route.id)}`;
    case 'flow':
      return `#/flows/${encodeURIComponent(route.id)}`;
    case 'execution':
      return `#/executions/${encodeURIComponent(route.id)}`;
    default:
      return `#/${route.page}`;
  }
}

function statusIn(query: string): NotificationStatus {
  const asked = new URLSearchParams(query).get('status');
  return STATUSES.find((status) => status === asked) ?? 'pending';
}

/** @returns null for a broken escape */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
