import { z } from 'zod';
import { readRetryAfter } from '../../contract/retryAfter.ts';
import { SEARCH_TOKEN } from '../../contract/searchToken.ts';
import type { Fetch } from '../foundation/http/outbound.ts';
import { SearchError } from './searchIndex.ts';
import { API_VERSIONS, type Enforcement } from './azureRules.ts';

/** The index was not created yet, or was deleted. */
export class NoSuchIndex extends SearchError {
  constructor() {
    super('search_unavailable', 'The search service has no such index.');
  }
}

/** An index of Azure AI Search, through its REST API (behaviour 5.5). Every function throws SearchError. */
export interface AzureClient {
  /** Null: there is none. */
  definition(): Promise<unknown>;
  define(definition: object): Promise<void>;
  /** @param actions at most 1,000 documents with `@search.action`; a `merge` of a missing document does nothing */
  change(actions: readonly object[]): Promise<void>;
  /** Searches as a person, if the service itself enforces access. @param personalToken the person's, for the service */
  searchAs<T>(schema: z.ZodType<T>, personalToken: string | undefined, query: object): Promise<T[]>;
  /** Searches all documents regardless of access: for maintaining the index, never for showing results. */
  searchAll<T>(schema: z.ZodType<T>, query: object): Promise<T[]>;
}

export interface AzureOptions {
  /** Such as `https://contoso.search.windows.net`. */
  endpoint: string;
  index: string;
  enforcement: Enforcement;
  /** The server's own token. @throws DirectoryError */
  appToken(): Promise<string>;
  platformFetch: Fetch;
  now(): number;
}

const NOT_THERE = 404;
const Changed = z.object({ value: z.array(z.object({ status: z.boolean(), statusCode: z.int() })) });
const Refusal = z.object({ error: z.object({ code: z.string() }) });

/** Implemented here because the public client library lacks the filters by people and groups. */
export function createAzureClient(options: AzureOptions): AzureClient {
  const { endpoint, index, enforcement, appToken, platformFetch, now } = options;
  const base = `${endpoint.replace(/\/+$/, '')}/indexes/${encodeURIComponent(index)}`;
  const addressOf = (path: string) => `${base}${path}?api-version=${API_VERSIONS[enforcement]}`;

  async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const authorization = `Bearer ${await appToken()}`;
    const init = { method, headers: { authorization, 'content-type': 'application/json', ...headers } };
    const response = await platformFetch(addressOf(path), {
      ...init,
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new SearchError('search_unavailable', 'The search service cannot be reached right now.');
    });
    if (response.status === 404) return null;
    const answered: unknown = await response.json().catch(() => null);
    if (!response.ok) throw refusalOf(response, answered, now());
    return { answered };
  }

  /** @throws NoSuchIndex */
  async function ask(...order: Parameters<typeof call>): Promise<unknown> {
    const answer = await call(...order);
    if (answer === null) throw new NoSuchIndex();
    return answer.answered;
  }

  async function search<T>(schema: z.ZodType<T>, query: object, headers: Record<string, string>): Promise<T[]> {
    const found = z.object({ value: z.array(schema) });
    return parse(found, await ask('POST', '/docs/search', query, headers)).value;
  }

  return {
    definition: async () => (await call('GET', ''))?.answered ?? null,
    async define(definition) {
      await ask('PUT', '', definition);
    },
    async change(actions) {
      const { value } = parse(Changed, await ask('POST', '/docs/index', { value: actions }));
      if (value.some(({ status, statusCode }) => !status && statusCode !== NOT_THERE))
        throw new SearchError('search_unavailable', 'The search service did not take all documents.');
    },
    searchAs: (schema, personalToken, query) =>
      search(schema, query, personalToken === undefined ? {} : { [SEARCH_TOKEN]: personalToken }),
    searchAll: (schema, query) =>
      search(schema, { search: '*', ...query }, enforcement === 'personal' ? { [ELEVATED]: 'true' } : {}),
  };
}

/** Lets the server, if its role allows it, see documents that its filters would hide. */
const ELEVATED = 'x-ms-enable-elevated-read';

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new SearchError('search_unavailable', 'The search service answers what cannot be used.');
}

/** Drops the service's message: it may quote a token or a query. */
function refusalOf({ status, headers }: Response, body: unknown, now: number): SearchError {
  if (status === 429 || status >= 500) {
    const retryAfterMs = readRetryAfter(headers.get('retry-after'), now);
    return new SearchError('search_unavailable', 'The search service is busy.', retryAfterMs);
  }
  const refusal = Refusal.safeParse(body);
  const code = refusal.success ? refusal.data.error.code.replace(/[^\w.]/g, '').slice(0, 60) : '';
  return new SearchError(
    'search_denied',
    `The search service refuses the call (${[status, code].filter(Boolean).join(', ')}).`,
  );
}
