import type { ClientConfig } from '../../contract/client.ts';
import { GRAPH_PATH, isGraph, permissionsFor } from '../../contract/graphCalls.ts';
import { causeOf, refusal, withoutConnection } from './forward.ts';
import type { Fetch, Log } from './ports.ts';

export interface GraphForwardParts {
  config(): Promise<ClientConfig>;
  /** The person's token for the first permission that was granted; null: none was. */
  graphToken(permissions: readonly string[]): Promise<string | null>;
  fetch: Fetch;
  log: Log;
}

/** Forwards a window's call to Microsoft Graph, if the table permits it, with a token that no window ever sees. */
export function createGraphForward({ config, graphToken, fetch, log }: GraphForwardParts) {
  return async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const path = `${pathname.slice(GRAPH_PATH.length)}${search}`;
    const permissions = permissionsFor(request.method, path);
    if (!permissions) return refusal(403, 'forbidden', 'This is nothing that a window may ask.');
    try {
      const asked = await config();
      const origin = asked.documents?.graph ?? null;
      if (origin === null || !isGraph(origin, asked.mode)) return refusal(403, 'forbidden', 'The server has it off.');
      const token = await graphToken(permissions);
      if (token === null) return refusal(401, 'unauthenticated', 'It was not granted.');
      const headers = { authorization: `Bearer ${token}`, ...contentTypeOf(request) };
      const body = request.method === 'PUT' ? { body: request.body, duplex: 'half' } : {};
      const init = { method: request.method, headers, redirect: 'error', credentials: 'omit', signal: request.signal };
      return withoutConnection(await fetch(`${origin}/v1.0${path}`, { ...init, ...body } as RequestInit));
    } catch (error) {
      if (!request.signal.aborted) log.warn('Microsoft Graph not reached', { reason: causeOf(error) });
      return Response.error();
    }
  };
}

const contentTypeOf = ({ headers }: Request): Record<string, string> => {
  const type = headers.get('content-type');
  return type === null ? {} : { 'content-type': type };
};
