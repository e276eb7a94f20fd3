import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import type { Fetch } from '../../../server/foundation/http/outbound.ts';

/** Between the response to a call and its retry. */
const MOST_TURNS = 10;
const DATE_LATER_MS = 3_000;
const TROUBLE = fc.constantFrom(
  '429 0',
  '429 1',
  '429 20',
  '429 9999',
  '429 date',
  '429',
  '503',
  'cut',
  'half',
  '400',
  '404',
);

/** What goes wrong with the next calls to Graph, and how it splits lists. */
export const DISTURBANCE = fc.record({
  troubles: fc.array(fc.option(TROUBLE, { freq: 2 }), { maxLength: 6 }),
  pages: fc.constantFrom('whole', 'short', 'repeated'),
});
export type Disturbance = typeof DISTURBANCE extends fc.Arbitrary<infer T> ? T : never;
export const CALM: Disturbance = { troubles: [], pages: 'whole' };

/** Calls to Graph that go wrong as told; the identity provider always answers. */
export function createDisturbed(platformFetch: Fetch, now: () => number) {
  let { troubles, pages } = CALM;
  let meanwhile: (() => void) | null = null;
  const counts = { calls: 0, troubled: 0, denied: 0 };

  async function troubled(trouble: string, answer: Promise<Response>): Promise<Response> {
    const [kind, after] = trouble.split(' ');
    counts.troubled++;
    if (kind === '404') counts.denied++;
    await answer;
    if (kind === 'cut') throw new TypeError('fetch failed');
    if (kind === 'half') return new Response('{"value":[{"id":', { status: 200 });
    const seconds = after === 'date' ? new Date(now() + DATE_LATER_MS).toUTCString() : after;
    return Response.json({}, { status: Number(kind), ...(seconds && { headers: { 'retry-after': seconds } }) });
  }

  const disturbedFetch: Fetch = async (given, init) => {
    const url = new URL(String(given));
    if (!url.host.startsWith('graph.')) return platformFetch(given, init);
    counts.calls++;
    const [trouble, ...rest] = troubles;
    troubles = rest;
    if (pages !== 'whole' && url.searchParams.has('$top')) url.searchParams.set('$top', '2');
    const answer = platformFetch(url.href.replaceAll('%24', '$'), init);
    const change = meanwhile;
    meanwhile = null;
    if (change) await answer.then(change);
    if (trouble) return troubled(trouble, answer);
    return pages === 'repeated' ? withRepeats(await answer) : answer;
  };

  const underWay = new Set<Promise<Response>>();

  return {
    fetch: ((...call) => {
      const answer = disturbedFetch(...call).finally(() => underWay.delete(answer));
      underWay.add(answer);
      return answer;
    }) as Fetch,
    counts,
    /** Resolves when no call is under way: one that nobody waits for any more would disturb the next step. */
    async settled(): Promise<void> {
      for (let turns = 0; turns < MOST_TURNS; turns = underWay.size > 0 ? 0 : turns + 1) {
        await Promise.allSettled(underWay);
        await nextTurn();
      }
    },
    /** @param change happens behind the first call */
    disturb(next: Disturbance, change: (() => void) | null = null): void {
      ({ troubles, pages } = next);
      meanwhile = change;
    },
  };
}

/** Graph may name an entry twice. */
async function withRepeats(response: Response): Promise<Response> {
  const body = (await response.json()) as { value?: unknown[] };
  const value = body.value && [...body.value, ...body.value.slice(0, 1)];
  return Response.json({ ...body, ...(value && { value }) }, { status: response.status });
}
