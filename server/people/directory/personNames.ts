import pMap from 'p-map';
import pTimeout from 'p-timeout';
import { DirectoryError, isObjectId, type Directory } from './directory.ts';

/** Names by ids; whoever the directory does not tell has none. */
export type Names = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

const CONCURRENT_READS = 8;
/** How long names are waited for: what they stand beside is worth reading without them. */
const PATIENCE_MS = 3000;

/** Names of people for one list, as `createNames`. */
export const createPersonNames = (directory: Pick<Directory, 'personById'>, patienceMs?: number): Names =>
  createNames((id) => directory.personById(id), patienceMs);

/** Names for one list, page after page. Once the directory has failed, or taken too long, it is not asked any more. */
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
