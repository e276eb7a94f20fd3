import pMap from 'p-map';
import pTimeout from 'p-timeout';
import { DirectoryError, isObjectId, type Directory } from './directory.ts';

/** Names by id; people the directory does not know are missing. */
export type Names = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

const CONCURRENT_READS = 8;
/** How long to wait for names: the list they belong to is useful without them. */
const PATIENCE_MS = 3000;

/** Names of people for one list, like `createNames`. */
export const createPersonNames = (directory: Pick<Directory, 'personById'>, patienceMs?: number): Names =>
  createNames((id) => directory.personById(id), patienceMs);

/** Names for one list, across its pages. Once the directory has failed or timed out, it is not asked again. */
export function createNames(
  nameOf: (id: string) => Promise<{ displayName: string } | null>,
  patienceMs = PATIENCE_MS,
): Names {
  const names = new Map<string, string>();
  let isGivenUp = false;

  async function read(id: string): Promise<void> {
    if (isGivenUp) return;
    try {
      const found = await nameOf(id);
      if (found) names.set(id, found.displayName);
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
      isGivenUp = true;
    }
  }

  return async (ids) => {
    const unknown = [...new Set(ids)].filter((id) => isObjectId(id) && !names.has(id));
    if (isGivenUp || unknown.length === 0) return names;
    const reading = pMap(unknown, read, { concurrency: CONCURRENT_READS });
    await pTimeout(reading, { milliseconds: patienceMs, fallback: () => void (isGivenUp = true) });
    return names;
  };
}
