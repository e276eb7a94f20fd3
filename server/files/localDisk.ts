import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TooLarge, type FileStorage } from './fileStorage.ts';

/** Files in a folder of this machine; what `put` has answered for is on disk. */
export function createLocalDisk(folder: string): FileStorage {
  const pathOf = (key: string): string => {
    if (!/^[0-9A-Za-z]{1,64}$/.test(key)) throw new Error('a key must be an id');
    return path.join(folder, key);
  };

  return {
    async put(key, content, maxBytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const [whole, part] = [pathOf(key), `${pathOf(key)}.part`];
      try {
        const size = await write(part, content, maxBytes);
        await rename(part, whole);
        await sync(folder);
        return size;
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async get(key) {
      const file = await open(pathOf(key), 'r');
      return file.createReadStream();
    },
    async remove(key) {
      await Promise.all([rm(pathOf(key), { force: true }), rm(`${pathOf(key)}.part`, { force: true })]);
    },
  };
}

async function write(to: string, content: Readable, maxBytes: number): Promise<number> {
  const counted = upTo(maxBytes);
  const file = createWriteStream(to, { mode: 0o600, flush: true });
  // A pipeline that fails does not wait for its file: removed before it is opened, it would come back.
  const closed = new Promise<void>((resolve) => file.once('close', () => resolve()));
  try {
    await pipeline(content, counted.stream, file);
  } finally {
    await closed;
  }
  return counted.size();
}

/** Passes bytes on and counts them. */
function upTo(maxBytes: number): { stream: Transform; size(): number } {
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) done(new TooLarge());
      else done(null, chunk);
    },
  });
  return { stream, size: () => size };
}

/** A name is on disk when its folder is. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
