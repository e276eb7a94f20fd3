import type { Fetch } from '../../../server/foundation/http/outbound.ts';

// What can stand between the product and Graph. Requests to the identity provider pass unchanged.

/** Every n-th request to Graph fares ill: by turns 429 with and without Retry-After, 503, and no answer at all. */
export const troubled = (share: number) => {
  const TROUBLES: (() => Promise<Response>)[] = [
    async () => Response.json({}, { status: 429, headers: { 'retry-after': '1' } }),
    async () => Response.json({}, { status: 503 }),
    async () => Response.json({}, { status: 429 }),
    () => Promise.reject(new TypeError('fetch failed')),
  ];
  let seed = 7;
  let count = 0;
  return (platformFetch: Fetch): Fetch =>
    (url, init) => {
      if (!String(url).startsWith('https://graph.')) return platformFetch(url, init);
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return seed / 2 ** 31 < share ? TROUBLES[count++ % TROUBLES.length]!() : platformFetch(url, init);
    };
};

/** Answers of Graph, changed on their way to the product. */
export const rewriting =
  (change: (body: Record<string, unknown>, path: string) => unknown) =>
  (platformFetch: Fetch): Fetch =>
  async (url, init) => {
    const response = await platformFetch(url, init);
    if (!String(url).startsWith('https://graph.')) return response;
    const body = (await response.json()) as Record<string, unknown>;
    return Response.json(change(body, new URL(url).pathname), { status: response.status });
  };

/** Graph answers for itself in no case; the identity provider does. */
export const answering =
  (answer: () => Response | Promise<Response>) =>
  (platformFetch: Fetch): Fetch =>
  async (url, init) =>
    String(url).startsWith('https://graph.') ? answer() : platformFetch(url, init);
export const unreachable = answering(() => Promise.reject(new TypeError('fetch failed')));
