import { gone } from '../people/directory/odata.ts';
import type { Directory } from '../people/directory/directory.ts';
import { isGuest } from '../people/identity/guests.ts';
import { EVERYONE, type Hits, type Search, type SearchIndex } from './searchIndex.ts';

export interface SearchService {
  /**
   * Finds documents whose readers include the person, one of their groups or, except for guests, everyone (behaviour
   * 5.5).
   * @param personId object id
   * @throws DirectoryError if the person's groups cannot be read: without them nothing is found. ProblemError for a
   * cursor we did not make
   */
  findAs(personId: string, search: Omit<Search, 'principals'>): Promise<Hits>;
  /**
   * Whether there is anything to search, according to the last check. Never waits; starts a new check if the last one
   * is older than ten seconds.
   */
  isOn(): boolean;
  /** Checks whether there is anything to search. */
  look(): Promise<void>;
}

interface Parts {
  index: SearchIndex;
  /** Its cache (`LIFETIMES`) bounds how long somebody who left a group can still find the group's documents. */
  directory: Pick<Directory, 'personById' | 'groupsOf'>;
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

  /** Read for each search, even if the caller's groups are known: a page that stays open must not keep old rights. */
  async function principalsOf(personId: string): Promise<string[]> {
    const [person, groups] = await Promise.all([directory.personById(personId), directory.groupsOf(personId)]);
    if (!person) throw gone('person', personId);
    return [person.id, ...groups, ...(isGuest(person) ? [] : [EVERYONE])];
  }

  return {
    findAs: async (personId, search) => index.find({ ...search, principals: await principalsOf(personId) }),
    isOn() {
      if (steady() - lookedAt >= LOOK_EVERY_MS) look().catch(() => {}); // on failure the last result stands
      return isOn;
    },
    look,
  };
}
