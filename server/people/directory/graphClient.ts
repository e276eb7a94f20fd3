import {
  AuthenticationHandler,
  Client,
  GraphClientError,
  ResponseType,
  type Context,
  type GraphRequest,
  type Middleware,
} from '@microsoft/microsoft-graph-client';
import { z } from 'zod';
import { readRetryAfter } from '../../../contract/retryAfter.ts';
import type { Fetch } from '../../foundation/http/outbound.ts';
import { GRAPH_ORIGIN } from '../identity/registrations.ts';
import { DirectoryError } from './directory.ts';

export interface GraphClientOptions {
  /** A token for Microsoft Graph. @throws DirectoryError */
  graphToken: () => Promise<string>;
  platformFetch: Fetch;
  /** Milliseconds since 1970. */
  now: () => number;
  /** For how long something takes; as `now` where it is missing. */
  steady?: () => number;
  sleep: (ms: number) => Promise<void>;
  /** From 0 to 1: spreads the retries of many servers. */
  random: () => number;
  /** What words call the registration that asks, where it is not the server registration. */
  name?: string;
}

/** What is read: a path below the version, its query, and what the server registration needs for it. */
export interface Reading {
  path: string;
  query?: Record<string, string>;
  /** Searches, and casts of a list to one type: without its header Graph refuses the one and ignores the other. */
  isAdvanced?: boolean;
  /** Named to the administrator when Graph refuses. */
  permission: string;
}

/** What is done: it is tried again, so that doing it twice must come to the same. */
export interface Deed extends Pick<Reading, 'path' | 'permission'> {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Bytes, or what is sent as JSON. */
  body?: Buffer | object;
}

/** What Graph says to it, be it a refusal. */
export interface GraphAnswer {
  status: number;
  /** Undefined where it is no JSON. */
  body: unknown;
  location: string | null;
}

/** Microsoft Graph, with authentication, retry and paging. */
export interface GraphClient {
  /** Null when Graph knows nothing there (404). @throws DirectoryError */
  one<T>(schema: z.ZodType<T>, reading: Reading): Promise<T | null>;
  /** All pages, or the first ones until `limit` is reached; null as above. @throws DirectoryError */
  all<T>(schema: z.ZodType<T>, reading: Reading, limit?: number): Promise<T[] | null>;
  /** A small file; null where there is none, where it may not be read, and where it is not small. @throws DirectoryError */
  bytes(reading: Pick<Reading, 'path' | 'permission'>): Promise<Buffer | null>;
  /** Makes what can be there only once, so that repeating it does no harm; it may have been there. @throws DirectoryError */
  create(body: object, place: Pick<Reading, 'path' | 'permission'>): Promise<void>;
  /** Takes away what may have gone already. @throws DirectoryError */
  remove(place: Pick<Reading, 'path' | 'permission'>): Promise<void>;
  /** Hands on what Graph answers. @throws DirectoryError where it has trouble (but for 507), or refuses the registration */
  perform(deed: Deed): Promise<GraphAnswer>;
}

const ONE_DEADLINE_MS = 15_000;
const ALL_DEADLINE_MS = 60_000;
/** Of a small file. */
const MOST_BYTES = 64 * 1024;
/** 1,000 pages of 999: more than any group may hold. */
const MAX_PAGES = 1_000;

const Page = z.object({ value: z.array(z.unknown()), '@odata.nextLink': z.string().optional() });
const Refusal = z.object({ error: z.object({ code: z.string() }) });

export function createGraphClient(options: GraphClientOptions): GraphClient {
  const { steady = options.now, name = 'server registration' } = options;
  const client = Client.initWithMiddleware({ middleware: chain(options) });

  const ask = (address: string, deadlineAt: number) =>
    client.api(address).option(DEADLINE, deadlineAt).responseType(ResponseType.RAW);

  const answerTo = (call: Promise<Response>): Promise<Response> =>
    call.catch((error: unknown) => {
      throw error instanceof GraphClientError ? error.customError : error;
    });

  const refuse = (status: number, body: unknown, permission: string) => refusal(status, body, { permission, name });

  /** @param address a path, or the whole address of a further page */
  async function read(address: string, { permission, isAdvanced }: Reading, deadlineAt: number): Promise<unknown> {
    const headers: Record<string, string> = isAdvanced ? { ConsistencyLevel: 'eventual' } : {};
    const response = await answerTo(ask(address, deadlineAt).headers(headers).get());
    if (response.status === 404) return null;
    const body = await bodyOf(response);
    if (!response.ok) throw refuse(response.status, body, permission);
    return body;
  }

  return {
    async one(schema, reading) {
      const body = await read(addressOf(reading), reading, steady() + ONE_DEADLINE_MS);
      return body === null ? null : parse(schema, body);
    },

    async all(schema, reading, limit = Infinity) {
      const deadlineAt = steady() + ALL_DEADLINE_MS;
      const items: unknown[] = [];
      let address: string | undefined = addressOf(reading);
      for (let pages = 0; address !== undefined && items.length < limit; pages++) {
        if (pages === MAX_PAGES) throw unusable('more pages than it can hold');
        const body = await read(address, reading, deadlineAt);
        if (body === null) {
          if (pages === 0) return null;
          throw unusable('a page that has gone');
        }
        const page: z.infer<typeof Page> = parse(Page, body);
        items.push(...page.value);
        address = pinned(page['@odata.nextLink']);
      }
      return parse(z.array(schema), items.slice(0, limit));
    },

    async bytes({ path, permission }) {
      const response = await answerTo(ask(path, steady() + ONE_DEADLINE_MS).get());
      if (response.status === 404 || response.status === 403) return null;
      if (!response.ok) throw refuse(response.status, await bodyOf(response), permission);
      const content = Buffer.from(await response.arrayBuffer());
      return content.length > MOST_BYTES ? null : content;
    },

    async create(body, { path, permission }) {
      const response = await answerTo(ask(path, steady() + ONE_DEADLINE_MS).post(body));
      const isThere = response.ok || response.status === 409;
      if (!isThere) throw refuse(response.status, await bodyOf(response), permission);
    },

    async remove({ path, permission }) {
      const response = await answerTo(ask(path, steady() + ONE_DEADLINE_MS).delete());
      const isGone = response.ok || response.status === 404;
      if (!isGone) throw refuse(response.status, await bodyOf(response), permission);
    },

    perform: performing((path) => ask(path, steady() + ONE_DEADLINE_MS), answerTo, refuse),
  };
}

/** @param ask begins a request */
function performing(
  ask: (path: string) => GraphRequest,
  answerTo: (call: Promise<Response>) => Promise<Response>,
  refuse: (status: number, body: unknown, permission: string) => DirectoryError,
): GraphClient['perform'] {
  const calls: Record<Deed['method'], (request: GraphRequest, sent: unknown) => Promise<unknown>> = {
    GET: (request) => request.get(),
    PUT: (request, sent) => request.put(sent),
    POST: (request, sent) => request.post(sent),
    DELETE: (request) => request.delete(),
  };
  return async ({ method, path, body: sent, permission }) => {
    const request = ask(path);
    if (Buffer.isBuffer(sent)) request.header('content-type', 'application/octet-stream');
    const response = await answerTo(calls[method](request, sent) as Promise<Response>);
    const { status } = response;
    const body = await bodyOf(response);
    if (status === 401 || status === 403 || (status >= 500 && status !== 507)) throw refuse(status, body, permission);
    return { status, body, location: response.headers.get('location') };
  };
}

const bodyOf = (response: Response): Promise<unknown> => response.json().catch(() => undefined);

function addressOf({ path, query = {}, isAdvanced }: Reading): string {
  const pairs = Object.entries(isAdvanced ? { ...query, $count: 'true' } : query);
  return pairs.length === 0
    ? path
    : `${path}?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}

/** A link to the next page must stay with Graph: our token travels with it. */
function pinned(link: string | undefined): string | undefined {
  if (link === undefined || link.startsWith(`${GRAPH_ORIGIN}/v1.0/`)) return link;
  throw unusable('a link to a page that is not its own');
}

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw unusable('something that has another shape than documented');
}

const unusable = (what: string): DirectoryError =>
  new DirectoryError('directory_failed', `The directory answered with ${what}.`);

function refusal(
  status: number,
  body: unknown,
  { permission, name }: { permission: string; name: string },
): DirectoryError {
  const code = Refusal.safeParse(body).data?.error.code ?? 'no reason given';
  if (status === 403)
    return new DirectoryError(
      'directory_denied',
      `The ${name} lacks the application permission ${permission}; an administrator must grant it.`,
      { status },
    );
  if (status === 401)
    return new DirectoryError('directory_denied', `The directory does not accept the token of the ${name} (${code}).`, {
      status,
    });
  if (status >= 500) return unavailable('has trouble', status);
  return new DirectoryError('directory_failed', `The directory refused a request (${status}, ${code}).`, { status });
}

/** Name of the option that carries a deadline to the retries. */
const DEADLINE = 'deadlineAt';
const RETRIED = new Set([429, 502, 503, 504]);
const MAX_ATTEMPTS = 12;
/** Nobody listening is not worth as many attempts as somebody who asks for patience. */
const MAX_UNREACHABLE = 3;

/** Authentication, then retry, then the door to the platforms. What any of them throws comes out as it went in. */
function chain(options: GraphClientOptions): Middleware {
  const failures = link(async (context, next) => {
    try {
      await next(context);
    } catch (error) {
      throw Object.assign(new GraphClientError(), { customError: error });
    }
  });
  const authenticate = new AuthenticationHandler({ getAccessToken: options.graphToken });
  const retry = retrying(options);
  failures.setNext(authenticate);
  authenticate.setNext(retry);
  retry.setNext(sending(options.platformFetch));
  return failures;
}

/** Answers that have no body, not even an empty one. */
const BODILESS = [204, 205, 304];

const sending = (platformFetch: Fetch): Middleware => ({
  async execute(context) {
    const { method, headers, body } = context.options!;
    const response = await platformFetch(String(context.request), { method, headers, body });
    // Read here, so that an answer that breaks off is tried again like one that never came.
    const content = await response.arrayBuffer();
    context.response = new Response(BODILESS.includes(response.status) ? null : content, response);
  },
});

/** Tries again what found Graph busy or out of reach, until it succeeds, or its deadline or patience ends. */
function retrying({ now, steady = now, sleep, random }: GraphClientOptions): Required<Middleware> {
  /** Milliseconds: what Graph asks for, else doubling from a quarter of a second. */
  const waitAfter = (attempt: number, retryAfter: string | null | undefined): number =>
    readRetryAfter(retryAfter, now()) ?? Math.min(250 * 2 ** (attempt - 1), 8_000) * (0.5 + random() / 2);

  return link(async (context, next) => {
    const { [DEADLINE]: deadlineAt } = context.options as { [DEADLINE]: number };
    let unreachable = 0;
    for (let attempt = 1; ; attempt++) {
      const response = await next(context).then(
        () => context.response!,
        () => null,
      );
      if (response && !RETRIED.has(response.status)) return;
      if (!response) unreachable++;
      const waitMs = waitAfter(attempt, response?.headers.get('retry-after'));
      const hasPatience = attempt < MAX_ATTEMPTS && unreachable < MAX_UNREACHABLE && steady() + waitMs <= deadlineAt;
      if (!hasPatience) throw unavailable(response ? 'is too busy to answer' : 'cannot be reached');
      await sleep(waitMs);
    }
  });
}

const unavailable = (why: string, status?: number): DirectoryError =>
  new DirectoryError(
    'directory_unavailable',
    `The directory ${why} right now.`,
    status === undefined ? {} : { status },
  );

type Next = (context: Context) => Promise<void>;

/** A middleware in the shape that the library wants. */
function link(execute: (context: Context, next: Next) => Promise<void>): Required<Middleware> {
  let following: Middleware;
  return {
    execute: (context) => execute(context, (passedOn) => following.execute(passedOn)),
    setNext: (next) => void (following = next),
  };
}
