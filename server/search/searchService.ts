import { gone } from '../people/directory/odata.ts';
import type { Directory } from '../people/directory/directory.ts';
import { EVERYONE, type Hits, type Search, type SearchIndex } from './searchIndex.ts';

export interface SearchService {
  /**
   * What a person finds: documents that name them, one of their groups, or, for all but guests, everybody (behaviour 5.5).
   * @param personId object id
   * @throws DirectoryError when the directory does not say which groups they are in: nothing is found without it.
   * ProblemError for a cursor that is none of ours
   */
  findAs(personId: string, search: Omit<Search, 'principals'>): Promise<Hits>;
  /**
   * Whether there is anything to search, as it was seen last: nobody waits for it. Who asks has it looked at again where
   * that is longer ago than ten seconds.
   */
  isOn(): boolean;
  /** Looks whether there is anything to search. */
  look(): Promise<void>;
}

interface Parts {
  index: SearchIndex;
  /** It says how stale its answers may be (`LIFETIMES`): so long somebody who has left a group may find what it reads. */
  directory: Pick<Directory, 'accountById' | 'groupsOf'>;
  /** A clock that never steps, in ms. */
  steady(): number;
}

const LOOK_EVERY_MS = 10_000;

export function createSearchService({ index, directory, steady }: Parts): SearchService {
  let isOn = false;
  let lookedAt = -Infinity;

  async function look(): Promise<void> {
    lookedAt = steady();
    isOn = !(await index.isEmpty());
  }

  /** Asked anew for each search, also where the caller's groups are known: a page that is open for long gains nothing. */
  async function principalsOf(personId: string): Promise<string[]> {
    const [account, groups] = await Promise.all([directory.accountById(personId), directory.groupsOf(personId)]);
    if (!account) throw gone('person', personId);
    return [account.person.id, ...groups, ...(account.isGuest ? [] : [EVERYONE])];
  }

  return {
    findAs: async (personId, search) => index.find({ ...search, principals: await principalsOf(personId) }),
    isOn() {
      if (steady() - lookedAt >= LOOK_EVERY_MS) look().catch(() => {}); // what was seen before stands
      return isOn;
    },
    look,
  };
}
