import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { chmod, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError, isPostgres, type Config } from '../config.ts';
import { syncFolder } from '../syncFolder.ts';
import { KEY_BYTES, keysOf, type Keys } from './cipher.ts';

type KeyConfig = Pick<Config, 'mode' | 'key' | 'previousKey' | 'dataDir' | 'databaseUrl'>;

const KEY_FILE = 'handback.key';
const OWNER_ONLY = 0o600;
const OTHERS = 0o077;
/** While a key is being changed, the file holds the new one on the first line and the old one on the second. */
const MOST_KEYS = 2;
/** How often a server checks the file for changes, in ms. */
export const KEY_FILE_TTL_MS = 1000;

/** Where this installation's key is stored if the environment does not set it. */
export const keyFileOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, KEY_FILE);

/**
 * The keys for sealing secrets: `HANDBACK_KEY` and `HANDBACK_KEY_PREVIOUS`, otherwise those in `handback.key` in the
 * data folder. That file is created at the first start and readable by its owner only. Servers that start at the same
 * time end up with the same key. Changes to the file are noticed while the server runs.
 *
 * @throws ConfigError if a key must be given, or the file cannot be trusted
 */
export async function loadKeys(config: KeyConfig): Promise<Keys> {
  const found = await givenKeys(config);
  if (found) return found;
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  await makeKey(keyFileOf(config));
  return (await findKeys(config))!;
}

/** Like `loadKeys`, but creates none; null if there is none. @throws ConfigError */
export async function givenKeys(config: KeyConfig): Promise<Keys | null> {
  if (!config.key && isPostgres(config) && config.mode === 'tenant')
    throw new ConfigError(['HANDBACK_KEY must be given: with PostgreSQL all servers must share it']);
  return findKeys(config);
}

/** Like `givenKeys`, but never demands HANDBACK_KEY. @throws ConfigError if the file cannot be trusted */
export async function findKeys(config: KeyConfig): Promise<Keys | null> {
  const given = [config.key, config.previousKey].filter((key) => key !== null);
  if (config.key) return keysOf(given.map((key) => Buffer.from(key, 'hex')));
  const found = await readKeys(keyFileOf(config));
  return found && keysInFile(keyFileOf(config), found);
}

/**
 * Every key that was in use since this call: for checking a state of the database that may be older than a key change
 * which ends meanwhile.
 */
export function keysSince({ opening }: Keys): Keys['opening'] {
  let seen = opening();
  return (isStale) => {
    const fresh = opening(isStale).filter((key) => !seen.some((each) => each.equals(key)));
    seen = [...fresh, ...seen];
    return seen;
  };
}

/** The keys in a key file, the sealing one first; null if the file does not exist. @throws ConfigError */
export async function readKeys(file: string): Promise<Buffer[] | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    if (error.code === 'ENOTDIR') throw new ConfigError([`DATA_DIR: ${path.dirname(file)} is not a folder`]);
    throw new ConfigError([`HANDBACK_KEY is not set, and ${file} cannot be read (${error.code})`]);
  });
  if (text === null) return null;
  await keepFromOthers(file);
  const keys = parseKeys(text);
  if (keys) return keys;
  throw new ConfigError([
    `${file} must hold 64 hexadecimal digits and nothing else (two such lines while keys change)`,
  ]);
}

function parseKeys(text: string): Buffer[] | null {
  const lines = text.trim().split(/\s*\n/);
  const areKeys = lines.length <= MOST_KEYS && lines.every((line) => /^[0-9a-f]{64}$/i.test(line));
  return areKeys ? lines.map((line) => Buffer.from(line, 'hex')) : null;
}

/** Synchronous, because sealing is: the file is short, and read at most once a second. */
function keysInFile(file: string, found: Buffer[]): Keys {
  let keys = found;
  let lookedAt = performance.now();
  let changedAt = 0;

  function look(isStale: boolean): Buffer[] {
    if (!isStale && performance.now() - lookedAt < KEY_FILE_TTL_MS) return keys;
    lookedAt = performance.now();
    try {
      const { mtimeMs } = statSync(file);
      if (mtimeMs !== changedAt) keys = parseKeys(readFileSync(file, 'utf8')) ?? keys;
      changedAt = mtimeMs;
    } catch {
      // the file is missing at the moment: keep the keys we have
    }
    return keys;
  }

  return { sealing: () => look(false)[0]!, opening: (isStale = false) => look(isStale) };
}

/** Replaces the content of the key file atomically. */
export const writeKeys = (file: string, keys: Buffer[]): Promise<void> =>
  putKeys(keys, (draft) => rename(draft, file), file);

/** Nobody reads half a key, and only one of several racers wins. */
const makeKey = (file: string): Promise<void> =>
  putKeys([randomBytes(KEY_BYTES)], (draft) => link(draft, file).catch(unlessThere), file);

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** Writes keys to a draft and puts it in place. Removes the draft, even if the disk is full. */
async function putKeys(keys: Buffer[], put: (draft: string) => Promise<void>, file: string): Promise<void> {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    const text = keys.map((key) => `${key.toString('hex')}\n`).join('');
    await writeFile(draft, text, { mode: OWNER_ONLY, flag: 'wx', flush: true });
    await put(draft);
    await syncFolder(path.dirname(file)); // nothing may be sealed with a key that a power cut would take away
  } finally {
    await rm(draft, { force: true });
  }
}

async function keepFromOthers(file: string): Promise<void> {
  if (process.platform === 'win32') return; // the folder's access control list decides
  const { mode } = await stat(file);
  if ((mode & OTHERS) === 0) return;
  await chmod(file, OWNER_ONLY).catch(() => {
    throw new ConfigError([
      `${file} can be read by others and does not belong to us: give it to this user alone (chmod 600)`,
    ]);
  });
}
