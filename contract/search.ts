import { z } from 'zod';

/** Documents per page of results. */
export const SEARCH_PAGE = { usual: 20, most: 50 };

/** `POST /search` */
export const SearchBody = z
  .strictObject({
    query: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .describe('words that a document must all contain; no operators; the last one may be a prefix'),
    limit: z.int().min(1).max(SEARCH_PAGE.most).default(SEARCH_PAGE.usual),
    cursor: z.string().max(500).optional(),
  })
  .meta({ id: 'SearchBody' });
export type SearchBody = z.infer<typeof SearchBody>;

/** A piece of plain text, and whether it is a match. */
export const ExcerptSpan = z.object({ text: z.string(), isMatch: z.boolean() });
export type ExcerptSpan = z.infer<typeof ExcerptSpan>;

/** A found document that the caller may read. */
export const SearchHit = z
  .object({
    id: z.string(),
    title: z.string(),
    address: z.string().describe('where people open it'),
    excerpt: z.array(ExcerptSpan).describe('a piece of its text around the first match, as plain text'),
    modifiedAt: z.iso.datetime(),
  })
  .meta({ id: 'SearchHit' });
export type SearchHit = z.infer<typeof SearchHit>;

export const SearchPage = z
  .object({ items: z.array(SearchHit), nextCursor: z.string().nullable() })
  .meta({ id: 'SearchPage' });
export type SearchPage = z.infer<typeof SearchPage>;
