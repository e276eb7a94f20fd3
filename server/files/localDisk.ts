import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '../foundation/syncFolder.ts';
import { Gone, NoRoom, StorageUnusable, TooLarge } from './fileStorage.ts';

/** How often a write checks the free space, in bytes. */
const LOOK_EVERY_BYTES = 1024 * 1024;

interface Room {
  /** Bytes that must stay free on the disk. */
  keepFreeBytes: number;
  /** Free bytes in a folder. */
  freeBytes?(folder: string): Promise<number>;
}

/** Files in a local folder. Keys are our ids. */
export interface LocalDisk {
  /**
   * Stores all or nothing; the file is flushed to disk before this resolves. If there is no room, it reads no byte.
   *
   * @param maxBytes the bytes reserved for it, and its maximum size
   * @returns the size in bytes
   * @throws TooLarge, NoRoom, StorageUnusable, or Gone if it was removed meanwhile
   */
  put(key: string, content: Readable, maxBytes: number): Promise<number>;
  /** @throws Gone, StorageUnusable */
  get(key: string): Promise<{ content: Readable; size: number }>;
  /** Part of an existing file. @throws Gone */
  read(key: string, from: number, bytes: number): Promise<Buffer>;
  /** Does nothing if the key does not exist. */
  remove(key: string): Promise<void>;
}

export function createLocalDisk(folder: string, { keepFreeBytes, freeBytes = freeIn }: Room): LocalDisk {
  /** Bytes reserved for writes in progress. */
  let promised = 0;
  const pathOf = (key: string): string => {
    if (!/^[0-9A-Za-z]{1,64}$/.test(key)) throw new Error('a key must be an id');
    return path.join(folder, key);
  };

  async function expectRoom(): Promise<void> {
    if ((await freeBytes(folder)) - promised < keepFreeBytes) throw new NoRoom();
  }

  async function store(key: string, content: Readable, maxBytes: number): Promise<number> {
    const [whole, part] = [pathOf(key), `${pathOf(key)}.part`];
    try {
      const size = await write(part, content, maxBytes, async () => {
        if ((await freeBytes(folder)) < keepFreeBytes) throw new NoRoom();
      });
      await rename(part, whole).catch(asGone);
      await syncFolder(folder);
      return size;
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  return {
    async put(key, content, maxBytes) {
      pathOf(key);
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch(explain);
      promised += maxBytes; // before the check, so that concurrent writes see each other
      try {
        await expectRoom();
        return await store(key, content, maxBytes).catch(explain);
      } finally {
        promised -= maxBytes;
      }
    },
    async get(key) {
      const file = await open(pathOf(key), 'r').catch(asGone);
      return { content: file.createReadStream(), size: (await file.stat()).size };
    },
    async read(key, from, bytes) {
      const file = await open(pathOf(key), 'r').catch(asGone);
      try {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, from);
        if (bytesRead < bytes) throw new Error('a file is shorter than it was');
        return buffer;
      } finally {
        await file.close();
      }
    },
    async remove(key) {
      await Promise.all([rm(pathOf(key), { force: true }), rm(`${pathOf(key)}.part`, { force: true })]);
    },
  };
}

/** The disk is full, or the quota of the server's user is used up. */
const FULL = ['ENOSPC', 'EDQUOT'];
/** The folder is not ours, is read-only or no folder, or its disk is broken or away. */
const UNUSABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EIO', 'ELOOP', 'ENXIO', 'ESTALE'];

/** @throws NoRoom, StorageUnusable, or the error if it is about neither: the sender may be gone, for example */
function explain(error: NodeJS.ErrnoException): never {
  const code = error.code ?? '';
  if (FULL.includes(code)) throw new NoRoom();
  throw UNUSABLE.includes(code) ? new StorageUnusable(error) : error;
}

/** @throws Gone if it is about a missing file, otherwise as `explain` */
function asGone(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw new Gone();
  explain(error);
}

async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function write(
  to: string,
  content: Readable,
  maxBytes: number,
  expectRoom: () => Promise<void>,
): Promise<number> {
  const counted = upTo(maxBytes, expectRoom);
  const file = createWriteStream(to, { mode: 0o600, flush: true });
  // A failed pipeline does not wait for its file: if we removed it before it is opened, it would be created again.
  const closed = new Promise<void>((resolve) => file.once('close', () => resolve()));
  try {
    await pipeline(content, counted.stream, file);
  } finally {
    await closed;
  }
  return counted.size();
}

/** Passes bytes through, counting them. */
function upTo(maxBytes: number, expectRoom: () => Promise<void>): { stream: Transform; size(): number } {
  let size = 0;
  let lookAt = LOOK_EVERY_BYTES;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) return done(new TooLarge());
      if (size < lookAt) return done(null, chunk);
      lookAt = size + LOOK_EVERY_BYTES;
      expectRoom().then(() => done(null, chunk), done);
    },
  });
  return { stream, size: () => size };
}
