import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError, isPostgres, type Config } from '../config.ts';
import { KEY_BYTES } from './cipher.ts';

type KeyConfig = Pick<Config, 'mode' | 'key' | 'dataDir' | 'databaseUrl'>;

const KEY_FILE = 'handback.key';
const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/**
 * The key that settings are sealed with: `HANDBACK_KEY`, else the one in `handback.key` in the data folder, which is made
 * at the first start and is for its owner only. Servers that start together end with the same key.
 * @throws ConfigError when a key must be given, or the file cannot be trusted
 */
export async function loadKey(config: KeyConfig): Promise<Buffer> {
  if (config.key) return Buffer.from(config.key, 'hex');
  if (isPostgres(config) && config.mode === 'tenant')
    throw new ConfigError(['HANDBACK_KEY must be given: with PostgreSQL all servers must share it']);
  const file = path.join(config.dataDir, KEY_FILE);
  await mkdir(config.dataDir, { recursive: true });
  const found = await readKey(file);
  if (found) return found;
  await makeKey(file);
  return (await readKey(file))!;
}

async function readKey(file: string): Promise<Buffer | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new ConfigError([`HANDBACK_KEY is not set, and ${file} cannot be read (${error.code})`]);
  });
  if (text === null) return null;
  await keepFromOthers(file);
  if (!/^[0-9a-f]{64}\s*$/i.test(text))
    throw new ConfigError([`${file} must hold 64 hexadecimal digits and nothing else`]);
  return Buffer.from(text.trim(), 'hex');
}

/** Complete before it has its name, and the name is given once: nobody reads half a key, and of two that race one wins. */
async function makeKey(file: string): Promise<void> {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: OWNER_ONLY, flag: 'wx', flush: true });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
}

async function keepFromOthers(file: string): Promise<void> {
  if (process.platform === 'win32') return; // the folder's access list decides there
  const { mode } = await stat(file);
  if ((mode & OTHERS) === 0) return;
  await chmod(file, OWNER_ONLY).catch(() => {
    throw new ConfigError([
      `${file} can be read by others and does not belong to us: give it to this user alone (chmod 600)`,
    ]);
  });
}
