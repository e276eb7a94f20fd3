import { Client, GraphClientError, ResponseType } from '@microsoft/microsoft-graph-client';
import { z } from 'zod';
import { GRAPH_ORIGIN } from '../identity/registrations.ts';
import { DirectoryError } from './directory.ts';
import { chain, DEADLINE, unavailable, type GraphClientOptions } from './graphChain.ts';
import { bodyOf, plainCalls, unusable, type PlainCalls } from './graphPlainCalls.ts';

/** What to read: a path below the API version, its query, and the permission it needs. */
export interface GraphRead {
  path: string;
  query?: Record<string, string>;
  /** For searches and for casts of a list to one type: without the header, Graph rejects searches and ignores casts. */
  isAdvanced?: boolean;
  headers?: Record<string, string>;
  /** Named to the administrator if Graph refuses. */
  permission: string;
}

/** A page of changes, with the link to the next page or, on the last page, to later changes. */
export interface ChangesOf<T> {
  items: T[];
  nextLink: string | null;
  deltaLink: string | null;
}

/** Microsoft Graph with authentication, retries and paging. */
export interface GraphClient extends PlainCalls {
  /** Null for a 404. @throws DirectoryError */
  one<T>(schema: z.ZodType<T>, reading: GraphRead): Promise<T | null>;
  /** All pages, or as many as it takes to reach `limit`; null for a 404. @throws DirectoryError */
  all<T>(schema: z.ZodType<T>, reading: GraphRead, limit?: number): Promise<T[] | null>;
  /**
   * One page of changes. @param link from the previous page, replaces the path; null: start from scratch
   * @returns null for a 404 @throws DirectoryError, with status 410 if reading has to start from scratch
   */
  changes<T>(schema: z.ZodType<T>, reading: GraphRead, link: string | null): Promise<ChangesOf<T> | null>;
}

const ONE_DEADLINE_MS = 15_000;
const ALL_DEADLINE_MS = 60_000;
/** With 999 entries each: more than any group can hold. */
const MAX_PAGES = 1_000;

const Page = z.object({
  value: z.array(z.unknown()),
  '@odata.nextLink': z.string().optional(),
  '@odata.deltaLink': z.string().optional(),
});
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

  /** @param address a path, or the full address of a further page */
  async function read(address: string, reading: GraphRead, deadlineAt: number): Promise<unknown> {
    const { permission, isAdvanced } = reading;
    const headers = { ...reading.headers, ...(isAdvanced && { ConsistencyLevel: 'eventual' }) };
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

    async changes(schema, reading, link) {
      const body = await read(pinned(link ?? undefined) ?? addressOf(reading), reading, steady() + ONE_DEADLINE_MS);
      if (body === null) return null;
      const page: z.infer<typeof Page> = parse(Page, body);
      const { '@odata.nextLink': nextLink, '@odata.deltaLink': deltaLink } = page;
      return {
        items: parse(z.array(schema), page.value),
        nextLink: pinned(nextLink) ?? null,
        deltaLink: pinned(deltaLink) ?? null,
      };
    },

    ...plainCalls({ ask: (path) => ask(path, steady() + ONE_DEADLINE_MS), answerTo, refuse }),
  };
}

function addressOf({ path, query = {}, isAdvanced }: GraphRead): string {
  const pairs = Object.entries(isAdvanced ? { ...query, $count: 'true' } : query);
  return pairs.length === 0
    ? path
    : `${path}?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}

/** A link to the next page must stay on Graph: our token is sent with it. */
function pinned(link: string | undefined): string | undefined {
  if (link === undefined || link.startsWith(`${GRAPH_ORIGIN}/v1.0/`)) return link;
  throw unusable('a link to a page that is not its own');
}

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw unusable('something that has another shape than documented');
}

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
      { status, lacking: permission },
    );
  if (status === 401)
    return new DirectoryError('directory_denied', `The directory does not accept the token of the ${name} (${code}).`, {
      status,
    });
  if (status >= 500) return unavailable('has trouble', { status });
  return new DirectoryError('directory_failed', `The directory refused a request (${status}, ${code}).`, { status });
}
