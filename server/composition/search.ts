import { createDatabaseIndex } from '../search/databaseIndex.ts';
import type { SearchIndex } from '../search/searchIndex.ts';
import { createSearchService, type SearchService } from '../search/searchService.ts';
import type { Ground } from './ground.ts';
import type { People } from './people.ts';

/** Where documents are found. */
export interface Searching {
  /** For whoever reads sources: what is put here is found. */
  searchIndex: SearchIndex;
  search: SearchService;
}

export async function composeSearch(ground: Ground, { directory }: Pick<People, 'directory'>): Promise<Searching> {
  const searchIndex = createDatabaseIndex(ground);
  const search = createSearchService({ ...ground, index: searchIndex, directory });
  await search.look();
  return { searchIndex, search };
}
