import { createHmac } from 'node:crypto';
import { GRAPH } from '../identity/scopes.ts';
import { GraphError } from './graphError.ts';

const DEFAULT_PAGE = 100;
const MAX_PAGE = 999;

function pageSize(top: string | null): number {
  if (top === null) return DEFAULT_PAGE;
  const size = Number(top);
  if (!Number.isInteger(size) || size < 1 || size > MAX_PAGE)
    throw new GraphError(
      400,
      'Request_BadRequest',
      `Invalid page size specified: '${top}'. Must be between 1 and ${MAX_PAGE} inclusive.`,
    );
  return size;
}

export interface Collection<T> {
  '@odata.context': string;
  '@odata.count'?: number;
  '@odata.nextLink'?: string;
  value: T[];
}

export interface PageOptions<T, Shown> {
  /** Signs the page tokens. */
  secret: Buffer;
  isCounted: boolean;
  show(item: T): Shown;
}

/**
 * Splits a collection into pages. The next link has Graph's production host, because the product follows no other; its
 * token is opaque and bound to this collection.
 * @param url of the request, path and query
 */
export function page<T, Shown>(items: T[], url: URL, options: PageOptions<T, Shown>): Collection<Shown> {
  const size = pageSize(url.searchParams.get('$top'));
  const seal = (offset: string) =>
    createHmac('sha256', options.secret).update(`${url.pathname} ${offset}`).digest('base64url');
  const token = url.searchParams.get('$skiptoken');
  const [offset = '0', mark] = token === null ? [] : Buffer.from(token, 'base64url').toString().split('.');
  if (token !== null && mark !== seal(offset))
    throw new GraphError(
      400,
      'Directory_ExpiredPageToken',
      'The specified page token value has expired and can no longer be included in your request.',
    );
  const end = Number(offset) + size;
  const next = new URL(`${url.pathname}${url.search}`, GRAPH);
  next.searchParams.set('$skiptoken', Buffer.from(`${end}.${seal(String(end))}`).toString('base64url'));
  return {
    '@odata.context': `${GRAPH}/v1.0/$metadata#directoryObjects`,
    ...(options.isCounted ? { '@odata.count': items.length } : {}),
    ...(end < items.length ? { '@odata.nextLink': next.href.replaceAll('%24', '$') } : {}),
    value: items.slice(Number(offset), end).map(options.show),
  };
}
