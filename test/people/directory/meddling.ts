import type { Fetch } from '../../../server/foundation/http/outbound.ts';
import { randomNumbers } from '../../support/random.ts';

// Wrappers between the product and Graph. Requests to the identity provider pass unchanged.

/**
 * So many of the requests to Graph fail: 429 with and without Retry-After, 503, a late response, and no response;
 * always the same ones for the same seed.
 */
export const troubled = (share: number, seed = 7) => {
  const TROUBLES: (() => Promise<Response>)[] = [
    async () => Response.json({}, { status: 429, headers: { 'retry-after': '1' } }),
    async () => Response.json({}, { status: 503 }),
    async () => Response.json({}, { status: 429 }),
    () => Promise.reject(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
    () => Promise.reject(new TypeError('fetch failed')),
  ];
  const random = randomNumbers(seed);
  return (platformFetch: Fetch): Fetch =>
    (url, init) =>
      String(url).startsWith('https://graph.') && random() < share
        ? TROUBLES[Math.floor(random() * TROUBLES.length)]!()
        : platformFetch(url, init);
};

/** Counts token requests to the identity provider. */
export const countingTokens =
  (count: () => void) =>
  (platformFetch: Fetch): Fetch => {
    return (url, init) => {
      if (new URL(url).pathname.endsWith('/oauth2/v2.0/token')) count();
      return platformFetch(url, init);
    };
  };

/** Changes Graph's responses on their way to the product. */
export const rewriting =
  (change: (body: Record<string, unknown>, path: string) => unknown) =>
  (platformFetch: Fetch): Fetch =>
  async (url, init) => {
    const response = await platformFetch(url, init);
    if (!String(url).startsWith('https://graph.')) return response;
    const body = (await response.json()) as Record<string, unknown>;
    return Response.json(change(body, new URL(url).pathname), { status: response.status });
  };

/** Replaces all of Graph's responses, but not the identity provider's. */
export const answering =
  (answer: () => Response | Promise<Response>) =>
  (platformFetch: Fetch): Fetch =>
  async (url, init) =>
    String(url).startsWith('https://graph.') ? answer() : platformFetch(url, init);
export const unreachable = answering(() => Promise.reject(new TypeError('fetch failed')));
