import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { VariableSpec } from '../../contract/variables.ts';
import { NoRoom, Gone, type DriveItem } from '../../server/files/fileStorage.ts';
import { createFileService, type FileService } from '../../server/files/fileService.ts';
import { createLocalDisk } from '../../server/files/localDisk.ts';
import type { PersonalDrives } from '../../server/files/personalDrive.ts';
import { createPlacedStorage } from '../../server/files/placedStorage.ts';
import { DirectoryError } from '../../server/people/directory/directory.ts';
import { mortalUnits, type MortalUnits } from '../support/mortalUnits.ts';
import type { TestStore } from '../support/openStore.ts';
import { requestIdOf } from '../support/seeds.ts';

export const RECEIPT: VariableSpec = { name: 'receipt', label: 'Receipt', type: 'file', required: false };

/** What goes wrong with the next call to a drive. `lost`: it is done, but its reply does not arrive. */
export type DriveTrouble = 'down' | 'lost' | 'full' | 'locked' | null;

/** Drives in memory, which fail as they are told to. */
export class Drives implements PersonalDrives {
  readonly items = new Map<string, Buffer>();
  trouble: DriveTrouble = null;
  hasDrive = true;

  private call<T>(work: () => T): T {
    if (this.trouble === 'down') throw new DirectoryError('directory_unavailable', 'The drive is down.');
    if (this.trouble === 'locked') throw new DirectoryError('directory_unavailable', 'Locked.', { status: 423 });
    const result = work();
    if (this.trouble === 'lost') throw new DirectoryError('directory_unavailable', 'The reply was lost.');
    return result;
  }

  async put({ person, path: to }: { person: string; path: string }, source: Parameters<PersonalDrives['put']>[1]) {
    const bytes = source.size === 0 ? Buffer.alloc(0) : await source.read(0, source.size);
    return this.call((): DriveItem | null => {
      if (this.trouble === 'full') throw new NoRoom('drive');
      if (!this.hasDrive) return null;
      this.items.set(`${person}/${to}`, bytes);
      return { driveId: person, itemId: to };
    });
  }

  async get({ driveId, itemId }: DriveItem) {
    const bytes = this.call(() => this.items.get(`${driveId}/${itemId}`));
    if (!bytes) throw new Gone();
    return { content: Readable.from([bytes]), size: bytes.length };
  }

  async remove({ driveId, itemId }: DriveItem) {
    return this.removeAt(driveId, itemId);
  }

  async removeAt(person: string, at: string) {
    this.call(() => this.items.delete(`${person}/${at}`));
  }
}

/** A server, which may die. */
export interface UploadServer extends FileService {
  mortal: MortalUnits;
  storage: ReturnType<typeof createPlacedStorage>;
}

/** Servers that share a database, a disk and people's drives. */
export class UploadServers {
  readonly drives = new Drives();
  location: 'local' | 'personalDrive' = 'local';
  isDiskFull = false;
  private constructor(
    readonly store: TestStore,
    readonly folder: string,
    public now: number,
  ) {}

  static async open(store: TestStore, now: number): Promise<UploadServers> {
    return new UploadServers(store, await mkdtemp(path.join(os.tmpdir(), 'handback-files-')), now);
  }

  close = () => rm(this.folder, { recursive: true, force: true });

  /** Another server. */
  serve(): UploadServer {
    const mortal = mortalUnits(this.store.units);
    const disk = createLocalDisk(this.folder, {
      keepFreeBytes: 1,
      freeBytes: () => Promise.resolve(this.isDiskFull ? 0 : 1e12),
    });
    const storage = createPlacedStorage({ disk, drives: this.drives, location: () => this.location });
    const service = createFileService({
      units: mortal.units,
      reader: this.store.db.reader,
      storage,
      now: () => this.now,
      dayBytes: 1e9,
      askedOf: () => Promise.resolve({ title: 'Expenses', variables: [RECEIPT] }),
    });
    return { ...service, mortal, storage };
  }

  upload = (server: FileService, person: string, content: Readable, execution = 'e') =>
    server.upload({
      requestId: requestIdOf(execution),
      variable: RECEIPT.name,
      name: 'receipt.pdf',
      person,
      type: 'application/pdf',
      content,
      announced: null,
    });

  contentOf = async (server: FileService, id: string, by: string) =>
    buffer((await server.read(await server.find(id), by)).content);

  onDisk = async () => (await readdir(this.folder)).sort();
  rows = (): Promise<{ id: string; person: string; size: number | null; bound_at: number | null }[]> =>
    this.store.db.reader('files').select('id', 'person', 'size', 'bound_at');
}
