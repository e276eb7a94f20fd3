import { z } from 'zod';
import { decodeCursor, toPage } from '../foundation/http/cursor.ts';
import { NoSuchIndex, type AzureClient } from './azureClient.ts';
import {
  behind,
  definitionOf,
  filterOf,
  fits,
  keyOf,
  queryOf,
  sourceFilterOf,
  toDocument,
  toReaderChange,
  type Enforcement,
  type ResultPosition,
} from './azureRules.ts';
import { toHits, toStoredDocuments } from './longTexts.ts';
import { SearchError, type Hits, type SearchIndex } from './searchIndex.ts';
import { batchesOf, toReaders } from './searchRules.ts';
import { wantedIn, type SearchTerms } from './wordRules.ts';

interface Parts {
  client: AzureClient;
  /** Its name at the service. */
  index: string;
  enforcement: Enforcement;
  /** Called before a missing index is created: everything has to be indexed again. */
  missing?(): Promise<void>;
}

const Where = z.tuple([z.int().min(0).max(1), z.int().min(0), z.string().max(100)]);
const FoundDocument = z.object({
  key: z.string(),
  id: z.string(),
  title: z.string(),
  address: z.string(),
  text: z.string(),
  modifiedAt: z.number(),
});
type FoundDocument = z.infer<typeof FoundDocument>;
const Key = z.object({ key: z.string() });

const toPlace = ([inTitle, modifiedAt, key]: z.infer<typeof Where>): ResultPosition => ({ inTitle, modifiedAt, key });

const NOTHING = { items: [], nextCursor: null };
const MOST_AT_ONCE = 1_000;
const SHOWN = Object.keys(FoundDocument.shape).join(',');

/**
 * An index of Azure AI Search. Every query is filtered by the person's principals. With `personal` enforcement the
 * service also filters by the person's token; a search without one is an error.
 */
export function createAzureIndex(parts: Parts): SearchIndex {
  const { client, enforcement } = parts;
  const prepared = preparing(parts);
  return {
    async put(documents) {
      const stored = await toStoredDocuments(documents);
      await prepared(async () => {
        for (const batch of batchesOf(stored)) await client.change(batch.map(toDocument));
      });
    },
    async allow(documents) {
      const actions = documents.map(({ id, readers }) => toReaderChange(id, toReaders({ id, readers })));
      await prepared(async () => {
        for (let n = 0; n < actions.length; n += MOST_AT_ONCE) await client.change(actions.slice(n, n + MOST_AT_ONCE));
      });
    },
    clear: () => prepared(() => removeAll(client, (after) => behind(after))),
    remove: (ids) =>
      prepared(async () => {
        for (let n = 0; n < ids.length; n += MOST_AT_ONCE)
          await client.change(ids.slice(n, n + MOST_AT_ONCE).map((id) => removal(keyOf(id))));
      }),
    removeSource: (source) => prepared(() => removeAll(client, (after) => sourceFilterOf(source, after))),
    async find({ words, principals, limit, cursor, personalToken: token }) {
      const after = cursor === undefined ? null : toPlace(decodeCursor(Where, cursor));
      if (enforcement === 'personal' && token === undefined)
        throw new Error('nobody searches without a token of theirs');
      const wanted = wantedIn(words);
      if (wanted === null || principals.length === 0) return NOTHING;
      const ids = principals.map((each) => each.toLowerCase());
      return prepared(() => find(client, { wanted, after, limit, principals: ids, token }));
    },
    isEmpty: () => prepared(async () => (await client.searchAll(Key, { select: 'key', top: 1 })).length === 0),
  };
}

/** Before the first call, creates the index if it is missing, and makes it filter as required. */
function preparing({ client, index, enforcement, missing }: Parts): <T>(call: () => Promise<T>) => Promise<T> {
  let looking: Promise<void> | null = null;

  async function prepare(): Promise<void> {
    const found = await client.definition();
    if (found === null) await missing?.(); // first: if this server dies in between, the next one sees the index missing again
    const state = found === null ? 'to_update' : fits(found, enforcement);
    if (state === 'not_ours')
      throw new SearchError('search_denied', `The index ${index} at the search service holds something else.`);
    if (state === 'to_update') await client.define(definitionOf(index, enforcement));
  }

  /** Retries a call after creating the index; calls are idempotent. */
  return async (call) => {
    try {
      await (looking ??= prepare());
      return await call();
    } catch (error) {
      looking = null;
      if (!(error instanceof NoSuchIndex)) throw error;
    }
    await (looking ??= prepare());
    return call();
  };
}

interface Asked {
  wanted: SearchTerms;
  after: ResultPosition | null;
  limit: number;
  principals: readonly string[];
  token: string | undefined;
}

/** Matches with all words in the title come first, then the others. */
async function find(client: AzureClient, asked: Asked): Promise<Hits> {
  const { wanted, after, limit } = asked;
  const found: (FoundDocument & ResultPosition)[] = [];
  for (const inTitle of [1, 0])
    if (found.length <= limit && (after === null || inTitle <= after.inTitle)) {
      const from = after?.inTitle === inTitle ? after : null;
      const more = await list(client, inTitle, { ...asked, after: from, limit: limit + 1 - found.length });
      found.push(...more.map((each) => ({ ...each, inTitle })));
    }
  const { items, nextCursor } = toPage(found, limit, ({ inTitle, modifiedAt, key }) => [inTitle, modifiedAt, key]);
  return { items: await toHits(items, wanted), nextCursor };
}

/** One of the two lists, from a place on. */
function list(client: AzureClient, inTitle: number, { wanted, after, limit, principals, token }: Asked) {
  return client.searchAs(FoundDocument, token, {
    search: queryOf(wanted, inTitle === 1),
    queryType: 'full',
    searchMode: 'all',
    filter: filterOf(principals, after),
    orderby: 'modifiedAt desc,key desc',
    select: SHOWN,
    top: limit,
  });
}

/** Pages through the keys; deleted documents may still be found for a moment. */
async function removeAll(client: AzureClient, filterBehind: (key: string) => string): Promise<void> {
  let after = '';
  for (;;) {
    const query = { filter: filterBehind(after), orderby: 'key asc', select: 'key', top: MOST_AT_ONCE };
    const keys = (await client.searchAll(Key, query)).map(({ key }) => key);
    if (keys.length === 0) return;
    await client.change(keys.map(removal));
    after = keys.at(-1)!;
  }
}

const removal = (key: string) => ({ '@search.action': 'delete', key });
