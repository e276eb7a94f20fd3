import { z } from 'zod';
import { readClaims } from '../../../contract/claimsChallenge.ts';
import { readRetryAfter } from '../../../contract/retryAfter.ts';
import type { Fetch, GuardedFetch } from '../../foundation/http/outbound.ts';
import { GRAPH_ORIGIN } from '../identity/registrations.ts';

/** A request to a person's own part of Microsoft Graph. */
export interface MyGraphRequest {
  /** Starts with `/me/`. */
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
}

/** A filter that Graph itself cannot apply. */
export interface Choice<T> {
  isWanted(item: T): boolean;
  /** How many entries to read at most in search of matches. */
  outOf: number;
}

/** Why Graph did not do it. */
export type GraphFault =
  | 'unauthenticated'
  | 'not_found'
  | 'name_taken'
  | 'denied'
  | 'refused'
  | 'busy'
  | 'outcome_unknown'
  | 'too_large';

export class MyGraphError extends Error {
  constructor(
    readonly fault: GraphFault,
    /** Graph's error code, such as `ErrorItemNotFound`; never more of its answer. */
    readonly reason = '',
    /** With `unauthenticated`: what the next sign-in has to ask for; null: Graph has not said. */
    readonly claims: string | null = null,
  ) {
    super(`Microsoft Graph: ${fault} ${reason}`.trim());
    this.name = 'MyGraphError';
  }
}

/** Microsoft Graph as one person, limited to their own data. Every function throws MyGraphError. */
export interface MyGraph {
  read<T>(schema: z.ZodType<T>, asking: MyGraphRequest): Promise<T>;
  /** At most `limit` entries from the start of a list. */
  list<T>(schema: z.ZodType<T>, asking: MyGraphRequest, limit: number, choice?: Choice<T>): Promise<T[]>;
  /** A file of at most `maxBytes`. */
  download(path: string, maxBytes: number): Promise<Buffer>;
  /** Creates or sends something. Never retried: if the outcome is unknown, it throws `outcome_unknown`. */
  write<T>(schema: z.ZodType<T>, method: 'POST' | 'PUT', asking: MyGraphRequest, body: object | Buffer): Promise<T>;
}

interface Parts {
  platformFetch: Fetch;
  /** For the address from which Graph says a file is to be downloaded. */
  guardedFetch: GuardedFetch;
  now(): number;
  sleep(ms: number): Promise<void>;
}

const MAX_ATTEMPTS = 4;
/** If Graph asks for a longer wait, the call fails as busy. */
const LONGEST_WAIT_MS = 10_000;
const RETRIED = [429, 502, 503, 504];

const Page = z.object({ value: z.array(z.unknown()), '@odata.nextLink': z.string().optional() });
const Refusal = z.object({ error: z.object({ code: z.string().max(100) }) });

/** @param token of the person, with the one permission that is needed */
export function createMyGraph(token: string, { platformFetch, guardedFetch, now, sleep }: Parts): MyGraph {
  const send = (address: string, init: RequestInit): Promise<Response> =>
    platformFetch(address, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` },
    });

  /** Reads are retried; if Graph stays busy, it throws `busy`. */
  async function get(address: string, headers: Record<string, string> = {}): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const response = await send(address, { headers }).catch(() => null);
      if (response && !RETRIED.includes(response.status)) return response;
      const waitMs = readRetryAfter(response?.headers.get('retry-after'), now()) ?? 250 * 2 ** attempt;
      if (attempt === MAX_ATTEMPTS || waitMs > LONGEST_WAIT_MS) throw new MyGraphError('busy');
      await sleep(waitMs);
    }
  }

  async function json(address: string, headers?: Record<string, string>): Promise<unknown> {
    const response = await get(address, headers);
    const body: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw refusalOf(response, body);
    return body;
  }

  return {
    read: async (schema, asking) => parse(schema, await json(addressOf(asking), asking.headers)),

    async list<T>(schema: z.ZodType<T>, asking: MyGraphRequest, limit: number, choice?: Choice<T>) {
      const { isWanted = () => true, outOf = limit } = choice ?? {};
      const found: T[] = [];
      let seen = 0;
      let address: string | undefined = addressOf(asking);
      while (address !== undefined && found.length < limit && seen < outOf) {
        const page: z.infer<typeof Page> = parse(Page, await json(address, asking.headers));
        const looked = page.value.slice(0, outOf - seen);
        found.push(...parse(z.array(schema), looked).filter(isWanted));
        seen += page.value.length;
        address = pinned(page['@odata.nextLink']);
      }
      return found.slice(0, limit);
    },

    async download(path, maxBytes) {
      const response = await get(addressOf({ path }));
      if (response.status === 302) return followed(response.headers.get('location'), guardedFetch, maxBytes);
      if (!response.ok) throw refusalOf(response, await response.json().catch(() => undefined));
      const content = Buffer.from(await response.arrayBuffer());
      if (content.length > maxBytes) throw new MyGraphError('too_large');
      return content;
    },

    async write(schema, method, asking, body) {
      const isFile = Buffer.isBuffer(body);
      const headers = { 'content-type': isFile ? 'application/octet-stream' : 'application/json', ...asking.headers };
      const sent = isFile ? new Uint8Array(body) : JSON.stringify(body);
      const response = await send(addressOf(asking), { method, headers, body: sent }).catch(() => null);
      if (response === null || response.status === 504) throw new MyGraphError('outcome_unknown');
      if (RETRIED.includes(response.status)) throw new MyGraphError('busy');
      const answer: unknown = await response.json().catch(() => ({}));
      if (!response.ok) throw refusalOf(response, answer);
      return parse(schema, answer);
    },
  };
}

function addressOf({ path, query = {} }: MyGraphRequest): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const address = `${GRAPH_ORIGIN}/v1.0${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
  if (new URL(address).pathname !== `/v1.0${path}` || !path.startsWith('/me/'))
    throw new MyGraphError('refused', 'path'); // the caller did not encode the path
  return address;
}

/** A link to the next page must stay below `/me/`: our token is sent with it. */
function pinned(link: string | undefined): string | undefined {
  if (link === undefined) return undefined;
  const url = new URL(link);
  if (url.origin === GRAPH_ORIGIN && url.pathname.startsWith('/v1.0/me/')) return link;
  throw new MyGraphError('refused', 'nextLink');
}

/** Downloads from a pre-authenticated address, without our token. */
async function followed(location: string | null, guardedFetch: GuardedFetch, maxBytes: number): Promise<Buffer> {
  const answer = location && (await guardedFetch(location).catch(() => null));
  if (!answer || answer.status !== 200) throw new MyGraphError('refused', 'download');
  const content = Buffer.from(answer.body);
  if (content.length > maxBytes) throw new MyGraphError('too_large');
  return content;
}

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new MyGraphError('refused', 'shape');
}

function refusalOf({ status, headers }: Response, body: unknown): MyGraphError {
  const reason = Refusal.safeParse(body).data?.error.code ?? String(status);
  if (status === 404) return new MyGraphError('not_found', reason);
  if (status === 409) return new MyGraphError('name_taken', reason);
  if (status === 401) return new MyGraphError('unauthenticated', reason, claimsIn(headers.get('www-authenticate')));
  if (status === 403) return new MyGraphError('denied', reason);
  if (status === 413) return new MyGraphError('too_large', reason);
  return new MyGraphError('refused', reason);
}

/** The claims of continuous access evaluation, which come in base64. */
function claimsIn(challenge: string | null): string | null {
  if (!challenge?.includes('error="insufficient_claims"')) return null;
  const encoded = /\bclaims="([\w+/=-]*)"/.exec(challenge)?.[1] ?? '';
  return readClaims(Buffer.from(encoded, 'base64').toString());
}
