import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { ElectronPort, Log } from './ports.ts';

/** A text that only this user on this machine can read. */
export interface Sealed {
  /** The text written last; null: none, or no longer readable. */
  read(): Promise<string | null>;
  write(text: string | null): Promise<void>;
  /** Writes the text again if it could not be written, because the disk was full, say. */
  catchUp(): Promise<void>;
}

export interface SealedParts {
  safeStorage: ElectronPort['safeStorage'];
  platform: NodeJS.Platform;
  log: Log;
}

/**
 * Whether the system protects our key from other programs. On Linux without a keyring, Electron uses a hard-coded key,
 * which is no protection.
 */
export async function isSafe({ safeStorage, platform }: SealedParts): Promise<boolean> {
  if (platform === 'linux' && ['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())) return false;
  return safeStorage.isAsyncEncryptionAvailable();
}

/** What both texts hold. `missed` could not be read when the app asked for it, so `text` was written without it. */
export type Join = (missed: string, text: string) => string;

/**
 * Keeps a text in a file that the system encrypts; in memory only if the system offers no real protection.
 *
 * Where the keyring is locked or its use was refused, or another program locks the file, it counts as empty. It stays
 * for the next start of the app. With `join`, a text written meanwhile does not replace what the file holds: both are
 * stored once it can be read.
 */
export function createSealed(file: string, parts: SealedParts, join: Join | null = null): Sealed {
  const { safeStorage, log } = parts;
  let held: string | null | undefined;
  let last = Promise.resolve();
  /** The file holds a text that could not be read yet. */
  let isMissed = false;
  let missed: string | null = null;
  /** What was written last is not in the file. */
  let isBehind = false;
  const warnOfWrite = (error: unknown): void => warn('sealed file not written', file, error, log);

  async function load(): Promise<string | null> {
    const bytes = await bytesOf(file, log);
    isMissed = bytes !== null;
    if (bytes === null || bytes === 'locked' || !(await isSafe(parts))) return null;
    try {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(bytes);
      isMissed = false;
      if (shouldReEncrypt) await replace(result).catch(warnOfWrite);
      return result;
    } catch (error) {
      warn('sealed file unreadable', file, error, log);
      if (isTemporary(error)) return null;
      isMissed = false; // truncated, say, or another user's: unusable either way
      await rm(file, { force: true });
      return null;
    }
  }

  async function store(text: string | null): Promise<void> {
    if (text === null) return rm(file, { force: true });
    if (join && isMissed) missed = await load();
    if (join && isMissed) return;
    if (!(await isSafe(parts))) return rm(file, { force: true });
    await replace(join && missed !== null ? join(missed, text) : text);
  }

  async function replace(text: string): Promise<void> {
    const temporary = `${file}.new`;
    await writeFile(temporary, await safeStorage.encryptStringAsync(text), { mode: 0o600 });
    await rename(temporary, file); // a crash before this keeps the previous file
  }

  // one write at a time, each with the newest text
  const save = (): Promise<void> =>
    (last = last
      .then(async () => {
        isBehind = true;
        await store(held ?? null);
        isBehind = false;
      })
      .catch(warnOfWrite));

  return {
    async read() {
      if (held === undefined) {
        const loaded = await load();
        held ??= loaded;
      }
      return held;
    },
    write(text) {
      held = text;
      return save();
    },
    catchUp: async () => (isBehind ? save() : undefined),
  };
}

/** @returns null if there is no file; `locked` if it cannot be read now, because a virus scanner has it open, say */
async function bytesOf(file: string, log: Log): Promise<Buffer | null | 'locked'> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    warn('sealed file unreadable', file, error.code, log);
    return 'locked';
  });
}

const warn = (event: string, file: string, error: unknown, log: Log): void =>
  log.warn(event, { file: nameOf(file), reason: String(error).slice(0, 200) });

/** Electron gives this error no code. */
const isTemporary = (error: unknown): boolean =>
  error instanceof Error && /temporarily unavailable/.test(error.message);

const nameOf = (file: string): string => file.split(/[\\/]/).at(-1)!;
