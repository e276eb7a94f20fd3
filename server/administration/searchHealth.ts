import { toIso } from '../foundation/database/rows.ts';
import type { RegistrationHealth } from '../../contract/settings.ts';
import { DirectoryError } from '../people/directory/directory.ts';
import { searchScopeIn, serviceIn, type ChosenIndex, type ServiceSettings } from '../search/chosenIndex.ts';
import { SearchError } from '../search/searchIndex.ts';

interface Parts {
  index: Pick<ChosenIndex, 'isEmpty' | 'madeAgainAt'>;
  settings(): ServiceSettings;
}

/** Checks whether the server can use the configured search service (behaviour 5.3 D). */
export const createSearchHealthCheck =
  ({ index, settings }: Parts) =>
  async (): Promise<RegistrationHealth['search']> => {
    if (serviceIn(settings()) === null) return null;
    const scope = searchScopeIn(settings());
    try {
      await index.isEmpty();
      const madeAt = index.madeAgainAt();
      return { problem: null, scope, ...(madeAt !== null && { madeAgainAt: toIso(madeAt) }) };
    } catch (error) {
      if (error instanceof SearchError || error instanceof DirectoryError) return { problem: error.detail, scope };
      throw error;
    }
  };
