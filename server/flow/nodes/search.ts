import { z } from 'zod';
import { Name } from '../../../contract/ids.ts';
import { SEARCH_PAGE } from '../../../contract/search.ts';
import { say } from '../../../contract/summaries.ts';
import { SEARCH_PERMISSION } from '../../people/identity/permissions.ts';
import type { Delegations } from '../../people/onBehalf/delegations.ts';
import { SearchError, type Hit } from '../../search/searchIndex.ts';
import type { SearchService } from '../../search/searchService.ts';
import { NodeError, outputOf, type NodeType } from '../nodeType.ts';
import { failureOf } from './delegatedNode.ts';
import { reading } from './directory.ts';

const Config = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .describe('template: words; a document must contain all of them')
    .meta({ kind: 'template' }),
  limit: z.int().min(1).max(SEARCH_PAGE.most).default(10),
  outputVariable: Name.optional(),
});
type Config = z.infer<typeof Config>;

interface Parts {
  search: Pick<SearchService, 'findAs'>;
  delegations: Pick<Delegations, 'obstacleTo' | 'tokenOf'>;
}

/** Searches documents as the starter of the execution: finds only what that person may read. */
export function createSearchNode({ search, delegations }: Parts): NodeType<Config> {
  const isPersonal = () => delegations.obstacleTo(SEARCH_PERMISSION) !== 'delegation_off';

  /** The person's token, if the search service filters by it. @throws NodeError */
  const tokenOf = async (personId: string): Promise<string | undefined> => {
    if (!isPersonal()) return undefined;
    return delegations.tokenOf(personId, SEARCH_PERMISSION).catch((error: unknown) => {
      throw failureOf(error, SEARCH_PERMISSION);
    });
  };

  return {
    type: 'search',
    displayName: 'Search documents',
    // depends on the settings
    get permission() {
      return isPersonal() ? SEARCH_PERMISSION : undefined;
    },
    effect: 'repeatable',
    isInstant: false,
    waits: false,
    configSchema: Config,
    expressionsIn: ({ query }) => [{ field: 'query', text: query, kind: 'template' }],
    run: ({ config, expressions, context, startedBy }) =>
      reading(async () => {
        const words = await expressions.render(config.query, context);
        const asked = { words, limit: config.limit, personalToken: await tokenOf(startedBy.id) };
        const { items } = await search.findAs(startedBy.id, asked).catch((error: unknown) => {
          throw error instanceof SearchError ? new NodeError(error.code, error.detail) : error;
        });
        const output = { items: items.map(toItem) };
        return { kind: 'output', ...outputOf(output, config), summary: say('found', { count: items.length }) };
      }),
  };
}

const toItem = ({ title, address, excerpt, modifiedAt }: Hit) => ({
  title,
  address,
  excerpt: excerpt.map(({ text }) => text).join(''),
  modifiedAt: new Date(modifiedAt).toISOString(),
});
