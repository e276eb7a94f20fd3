import { SEARCH_PATH, SEARCH_TOKEN } from '../../contract/searchToken.ts';
import type { Fetch, Log } from './ports.ts';

/** What of a window's call goes on to the server; cookies, origins and whatever else a page may send do not. */
const PASSED_ON = [
  'accept',
  'accept-language',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'prefer',
];
/** What of an answer is of the connection that it came through. */
const OF_THE_CONNECTION = [
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
  /** Of the person who is signed in; null: nobody is, or they have to sign in again. @throws when the server cannot be reached */
  token(): Promise<string | null>;
  /** What goes beside it with a search; null: nothing. @throws as above */
  searchToken(): Promise<string | null>;
  fetch: Fetch;
  log: Log;
}

/** A call of a window to the server, with the token of the person, which no window ever sees. */
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
      const init = passedOn(request, await token());
      if (pathname === `/api${SEARCH_PATH}`) addSearchToken(init.headers, await searchToken());
      return withoutConnection(await fetch(`${origin}${pathname}${search}`, init));
    } catch (error) {
      if (!request.signal.aborted) log.warn('server not reached', { path: pathname, reason: causeOf(error) });
      return Response.error();
    }
  };
}

/** The call as the server gets it. */
function passedOn(request: Request, token: string | null): RequestInit & { headers: Headers } {
  const headers = new Headers();
  for (const name of PASSED_ON) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  headers.set('handback-client', 'desktop');
  // nobody is signed in while a new server is set up; the code for that is typed into the page
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
  for (const name of OF_THE_CONNECTION) headers.delete(name);
  const isEmpty = status === 204 || status === 205 || status === 304;
  return new Response(isEmpty ? null : body, { status, headers });
}

/** What we answer in the place of a server. */
export const refusal = (status: number, code: string, detail: string): Response =>
  Response.json(
    { type: `about:blank`, title: detail, status, code, detail },
    { status, headers: { 'content-type': 'application/problem+json' } },
  );

/** The reason of a failed call, without the address that it names. */
export const causeOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return ((cause as NodeJS.ErrnoException | null)?.code ?? String(cause)).replace(/https?:\/\/\S+/g, '…').slice(0, 200);
};
