// cspell:ignore سياسة السفر
import type { FastifyInstance } from 'fastify';
import type { SearchPage } from '../../../contract/search.ts';

const LONG = 'a-title-that-nobody-would-ever-type-'.repeat(4);
const SHOWN_AT_ONCE = 3;

const TITLES = ['Travel expenses [2026]', LONG, 'Holidays', 'سياسة السفر', 'Parental leave'];

/** Five documents that match every word except `nothing`, in pages of three. */
export function searchRoutes(api: FastifyInstance): void {
  api.post<{ Body: { query: string; cursor?: string } }>('/search', ({ body: { query, cursor = '0' } }): SearchPage => {
    const from = Number(cursor);
    const titles = query === 'nothing' ? [] : TITLES.slice(from, from + SHOWN_AT_ONCE);
    const next = from + SHOWN_AT_ONCE;
    return {
      items: titles.map((title, n) => ({
        id: title,
        title,
        address: `https://sandbox.sharepoint.com/sites/handbook/Documents/${from + n}%20(final).md`,
        excerpt: [
          { text: '… all that ', isMatch: false },
          { text: query, isMatch: true },
          { text: ` says of ${LONG} …`, isMatch: false },
        ],
        modifiedAt: '2026-02-27T09:30:00.000Z',
      })),
      nextCursor: titles.length > 0 && next < TITLES.length ? String(next) : null,
    };
  });
}
