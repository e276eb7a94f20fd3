import { SEARCH_PATH, SEARCH_TOKEN } from '../../contract/searchToken.ts';
import type { Fetch, Log } from './ports.ts';

/** The request headers forwarded to the server; cookies, origins and all others are dropped. */
const FORWARDED_HEADERS = [
  'accept',
  'accept-language',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'prefer',
];
/** Response headers that belong to the connection; they are not passed on. */
const CONNECTION_HEADERS = [
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
];

export interface ForwardParts {
  /** Origin of the chosen server; null: none. */
  server(): string | null;
  /**
   * The signed-in person's token; null: nobody is signed in, or they have to sign in again. @throws if the server is
   * unreachable
   */
  token(): Promise<string | null>;
  /** The additional token for a search; null: none is needed. @throws as above */
  searchToken(): Promise<string | null>;
  fetch: Fetch;
  log: Log;
}

/** Forwards a window's call to the server with the person's token, which no window ever sees. */
export function createForward({
  server,
  token,
  searchToken,
  fetch,
  log,
}: ForwardParts): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const origin = server();
    if (origin === null) return refusal(503, 'not_set_up', 'No server was chosen yet.');
    try {
      const init = forwardedRequest(request, await token());
      if (pathname === `/api${SEARCH_PATH}`) addSearchToken(init.headers, await searchToken());
      return withoutConnection(await fetch(`${origin}${pathname}${search}`, init));
    } catch (error) {
      if (!request.signal.aborted) log.warn('server not reached', { path: pathname, reason: causeOf(error) });
      return Response.error();
    }
  };
}

/** The request to send to the server. */
function forwardedRequest(request: Request, token: string | null): RequestInit & { headers: Headers } {
  const headers = new Headers();
  for (const name of FORWARDED_HEADERS) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  headers.set('handback-client', 'desktop');
  // nobody is signed in during the setup of a new server; the page sends the typed setup code
  const authorization = token === null ? request.headers.get('authorization') : `Bearer ${token}`;
  if (authorization !== null) headers.set('authorization', authorization);
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && request.body !== null;
  return {
    method: request.method,
    headers,
    body: hasBody ? request.body : null,
    redirect: 'error',
    credentials: 'omit',
    signal: request.signal,
    ...(hasBody && { duplex: 'half' }),
  };
}

function addSearchToken(headers: Headers, token: string | null): void {
  if (token !== null) headers.set(SEARCH_TOKEN, `Bearer ${token}`);
}

export function withoutConnection({ body, status, headers: given }: Response): Response {
  const headers = new Headers(given);
  for (const name of CONNECTION_HEADERS) headers.delete(name);
  const isEmpty = status === 204 || status === 205 || status === 304;
  return new Response(isEmpty ? null : body, { status, headers });
}

/** A problem response made by the app itself. */
export const refusal = (status: number, code: string, detail: string): Response =>
  Response.json(
    { type: `about:blank`, title: detail, status, code, detail },
    { status, headers: { 'content-type': 'application/problem+json' } },
  );

/** The reason of a failed call, without its URL. */
export const causeOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return ((cause as NodeJS.ErrnoException | null)?.code ?? String(cause)).replace(/https?:\/\/\S+/g, '…').slice(0, 200);
};
