import { fromCountsHeader } from '../../../contract/inboxPages.ts';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { SearchPage } from '../../../contract/search.ts';
import { SEARCH_PATH } from '../../../contract/searchToken.ts';
import { SignInNeeded, type AuthClient } from '../host.ts';
import type { Api, InboxPage, Method, Tagged } from './api.ts';
import { ApiProblem } from './apiProblem.ts';
import { readJson, toApiProblem } from './replies.ts';
import { sendFile } from './sendFile.ts';

export type { Api, Tagged } from './api.ts';
export { ApiProblem } from './apiProblem.ts';

/**
 * Calls the server as the signed-in person. A refused token is renewed once.
 *
 * @param tellSignIn called when the person has to sign in again, and when they have
 */
export function createApi(auth: AuthClient, tellSignIn: (isNeeded: boolean) => void): Api {
  let latest: Record<string, string> = {};

  async function call(path: string, init: RequestInit): Promise<Response> {
    const first = await attempt(path, init, await proof(false));
    const response = first.status === 401 ? await attempt(path, init, await proof(true)) : first;
    if (!response.ok) throw await refusalOf(response);
    tellSignIn(false);
    return response;
  }

  async function refusalOf(response: Response): Promise<ApiProblem> {
    const problem = await toApiProblem(response);
    if (problem.code === 'unauthenticated') tellSignIn(true);
    return problem;
  }

  async function proof(isRenewed: boolean): Promise<Record<string, string>> {
    try {
      latest = await auth.authorize({ isRenewed });
      return latest;
    } catch (error) {
      if (!(error instanceof SignInNeeded)) throw new ApiProblem('unreachable', 0, String(error));
      tellSignIn(true);
      throw new ApiProblem('sign_in_needed', 401, error.message);
    }
  }

  async function send<Body>(method: Method, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const content: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const init = { method, body: JSON.stringify(body), headers: { ...content, ...headers } };
    return readJson<Body>(await call(path, init));
  }

  return {
    get: async (path, signal) => readJson(await call(path, { signal })),
    getTagged: async (path, signal) => readTagged(await call(path, { signal })),
    inbox: async (path, signal) => toInboxPage(await call(path, { signal })),
    send,
    askGraph: (call) => auth.askGraph(call),
    confirmSignIn: auth.signIn,
    confirmed: auth.confirmed,
    search: async (body) => send<SearchPage>('POST', SEARCH_PATH, body, await searchProofOf(auth)),
    sendWhileLeaving: async (path, body, headers) => {
      const response = await attempt(path, { ...postOf(body, headers), keepalive: true }, latest);
      if (!response.ok) throw await toApiProblem(response);
      return readJson(response);
    },
    download: async (path) => (await call(path, {})).blob(),
    upload: async (path, file, sending) => {
      const once = (headers: Record<string, string>) => sendFile('POST', `/api${path}`, file, { ...sending, headers });
      const first = await once(await proof(false));
      const last = first.status === 401 ? await once(await proof(true)) : first;
      if (last.ok) return readJson(last);
      throw await refusalOf(last);
    },
    stream: (path, signal) => call(path, { signal, headers: { accept: 'text/event-stream' }, cache: 'no-store' }),
  };
}

/** Only searches need it; without one everything else works. */
const searchProofOf = (auth: AuthClient): Promise<Record<string, string>> =>
  auth.authorizeSearch().catch((error: unknown) => {
    const isRefused = error instanceof SignInNeeded;
    throw new ApiProblem(isRefused ? 'forbidden' : 'unreachable', isRefused ? 403 : 0, String(error));
  });

/** @param link such as `</api/user/notifications?cursor=…>; rel="next"` */
function nextCursorOf(link: string | null): string | null {
  const [, query] = /<[^>?]*\?([^>]*)>; rel="next"/.exec(link ?? '') ?? [];
  return new URLSearchParams(query).get('cursor');
}

const postOf = (body: unknown, headers: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});

async function attempt(path: string, init: RequestInit, proof: Record<string, string>): Promise<Response> {
  try {
    return await fetch(`/api${path}`, { ...init, headers: { ...init.headers, ...proof } });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiProblem('unreachable', 0, String(error));
  }
}

const toInboxPage = async (response: Response): Promise<InboxPage> => ({
  items: await readJson<UserNotification[]>(response),
  next: nextCursorOf(response.headers.get('link')),
  counts: fromCountsHeader(response.headers.get('inbox-counts')),
  version: response.headers.get('inbox-version'),
});

const readTagged = async <Body>(response: Response): Promise<Body & Tagged> => ({
  ...(await readJson<Body>(response)),
  etag: response.headers.get('etag'),
});

/** Reads a public resource, without sign-in. */
export async function getPublic<Body>(path: string): Promise<Body> {
  const response = await fetch(`/api${path}`).catch((error: unknown) => {
    throw new ApiProblem('unreachable', 0, String(error));
  });
  if (!response.ok) throw await toApiProblem(response);
  return readJson(response);
}
