import { Readable } from 'node:stream';
import type { Fetch } from '../foundation/http/outbound.ts';
import { DirectoryError } from '../people/directory/directory.ts';
import { toItem, type DriveGraph } from './driveGraph.ts';
import { createFairGate } from './fairGate.ts';
import { Gone, type DriveItem, type FileContent } from './fileStorage.ts';
import { uploadPieces, type SessionParts, type Source } from './uploadSession.ts';

/** Files up to this size are sent in one request. */
export const SMALL_BYTES = 4 * 1024 * 1024;
/** Concurrent uploads to drives; each holds one piece of its file in memory. */
const BOUNDS = { atOnce: 8, atOnceEach: 2 };

interface Parts extends SessionParts {
  graph: DriveGraph;
  /** For content passed on to clients, which may be slow. */
  downloadFetch: Fetch;
}

/** Files in their owners' drives (behaviour 2.9). Every function throws DirectoryError. */
export interface PersonalDrives {
  /**
   * Stores all or nothing; replaces what is at the path, so it can be repeated.
   * @param to whose drive, and the path within the application's folder
   * @returns null if the person has no drive
   * @throws NoRoom
   */
  put(to: { person: string; path: string }, source: Source): Promise<DriveItem | null>;
  /** @throws Gone */
  get(item: DriveItem): Promise<FileContent>;
  /** Succeeds if the item is already gone. */
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
    // The session ended: either the answer to the last piece was lost, or it broke off. Nobody else writes to this
    // path.
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
