import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const MIB = 256;

/** A place for a SQLite database on a disk that can safely be filled, or the reason why there is none. */
export interface SmallDisk {
  databaseUrl: string;
  reason: string | null;
  remove(): Promise<void>;
}

/** A separate disk in memory (tmpfs), which needs Linux and the right to mount. */
export async function smallDisk(): Promise<SmallDisk> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'handback-small-disk-'));
  const databaseUrl = `sqlite:${path.join(folder, 'chaos.db')}`;
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    await execute('mount', ['-t', 'tmpfs', '-o', `size=${MIB}m`, 'tmpfs', folder]);
  } catch (error) {
    return { databaseUrl, reason: (error as Error).message.trim(), remove: removeFolder };
  }
  const remove = async () => {
    await execute('umount', [folder]);
    await removeFolder();
  };
  return { databaseUrl, reason: null, remove };
}
