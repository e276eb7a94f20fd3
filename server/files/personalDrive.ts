import { Readable } from 'node:stream';
import type { Fetch } from '../foundation/http/outbound.ts';
import { DirectoryError } from '../people/directory/directory.ts';
import { toItem, type DriveGraph } from './driveGraph.ts';
import { createFairGate } from './fairGate.ts';
import { Gone, type DriveItem, type FileContent } from './fileStorage.ts';
import { uploadPieces, type SessionParts, type Source } from './uploadSession.ts';

/** Up to here a file goes in one request. */
export const SMALL_BYTES = 4 * 1024 * 1024;
/** So many files are on their way to drives at the same time, each with one piece of it in memory. */
const BOUNDS = { atOnce: 8, atOnceEach: 2 };

interface Parts extends SessionParts {
  graph: DriveGraph;
  /** For content on its way to somebody who may be slow. */
  downloadFetch: Fetch;
}

/** Files in the drives of the people whose they are (behaviour 2.9). Every function throws DirectoryError. */
export interface PersonalDrives {
  /**
   * Keeps everything or nothing; what lay at the path is replaced, so that it may be done again.
   * @param to whose drive, and the path below the folder of the application
   * @returns null where the person has no drive
   * @throws NoRoom
   */
  put(to: { person: string; path: string }, source: Source): Promise<DriveItem | null>;
  /** @throws Gone */
  get(item: DriveItem): Promise<FileContent>;
  /** What has gone already is no failure. */
  remove(item: DriveItem): Promise<void>;
  removeAt(person: string, path: string): Promise<void>;
}

export function createPersonalDrives({ graph, downloadFetch, ...parts }: Parts): PersonalDrives {
  const inTurn = createFairGate(BOUNDS);

  async function putWhole(person: string, path: string, { size, read }: Source): Promise<DriveItem | null> {
    return graph.write(person, path, size === 0 ? Buffer.alloc(0) : await read(0, size));
  }

  async function putPieces(person: string, path: string, source: Source): Promise<DriveItem | null> {
    const url = await graph.begin(person, path);
    if (url === null) return null;
    if (url === 'refused') return putWhole(person, path, source);
    const item = await uploadPieces(url, source, parts);
    if (item !== null) return toItem(item);
    // The session has ended: with its last piece, whose answer was lost, or without it. Nobody else writes at this path.
    const found = await graph.find(person, path);
    if (found) return found;
    throw new DirectoryError('directory_unavailable', 'The drive has given up a file on its way.');
  }

  return {
    put: ({ person, path }, source) =>
      inTurn(person, () => (source.size <= SMALL_BYTES ? putWhole : putPieces)(person, path, source)),
    async get(item) {
      const address = await graph.addressOf(item);
      if (address === null) throw new Gone();
      const response = await downloadFetch(address, { headers: { 'accept-encoding': 'identity' } }).catch(() => null);
      if (!response?.ok) {
        await response?.body?.cancel();
        if (response?.status === 404) throw new Gone();
        throw new DirectoryError('directory_unavailable', 'The drive does not hand the file out right now.');
      }
      const size = response.headers.get('content-length');
      const content = response.body ? Readable.fromWeb(response.body) : Readable.from([]);
      return { content, size: size === null ? null : Number(size) };
    },
    remove: (item) => graph.remove(item),
    removeAt: (person, path) => graph.removeAt(person, path),
  };
}
