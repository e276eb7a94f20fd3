import { z } from 'zod';
import { Name } from '../../../contract/ids.ts';
import { SEARCH_PAGE } from '../../../contract/search.ts';
import { say } from '../../../contract/summaries.ts';
import type { Hit } from '../../search/searchIndex.ts';
import type { SearchService } from '../../search/searchService.ts';
import { outputOf, type NodeType } from '../nodeType.ts';
import { reading } from './directory.ts';

const Config = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .describe('template: words, all of which a document has to have')
    .meta({ kind: 'template' }),
  limit: z.int().min(1).max(SEARCH_PAGE.most).default(10),
  outputVariable: Name.optional(),
});
type Config = z.infer<typeof Config>;

/** Searches documents as whoever started the execution, and as nobody else: what they may not read is not found. */
export const createSearchNode = (search: Pick<SearchService, 'findAs'>): NodeType<Config> => ({
  type: 'search',
  displayName: 'Search documents',
  effect: 'repeatable',
  isInstant: false,
  waits: false,
  configSchema: Config,
  expressionsIn: ({ query }) => [{ field: 'query', text: query, kind: 'template' }],
  run: ({ config, expressions, context, startedBy }) =>
    reading(async () => {
      const words = await expressions.render(config.query, context);
      const { items } = await search.findAs(startedBy.id, { words, limit: config.limit });
      const output = { items: items.map(toItem) };
      return { kind: 'output', ...outputOf(output, config), summary: say('found', { count: items.length }) };
    }),
});

const toItem = ({ title, address, excerpt, modifiedAt }: Hit) => ({
  title,
  address,
  excerpt: excerpt.map(({ text }) => text).join(''),
  modifiedAt: new Date(modifiedAt).toISOString(),
});
