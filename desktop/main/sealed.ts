import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { ElectronPort, Log } from './ports.ts';

/** A text that only this user on this machine can read. */
export interface Sealed {
  /** The text written last; null: none, or no longer readable. */
  read(): Promise<string | null>;
  write(text: string | null): Promise<void>;
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

/** Keeps a text in a file that the system encrypts; in memory only if the system offers no real protection. */
export function createSealed(file: string, parts: SealedParts): Sealed {
  const { safeStorage, log } = parts;
  let held: string | null | undefined;
  let last = Promise.resolve();

  async function load(): Promise<string | null> {
    if (!(await isSafe(parts))) return null;
    const bytes = await readFile(file).catch(() => null);
    if (bytes === null) return null;
    try {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(bytes);
      if (shouldReEncrypt) await store(result);
      return result;
    } catch (error) {
      // truncated, say, or another user's: unusable either way
      log.warn('sealed file unreadable', { file: nameOf(file), reason: String(error).slice(0, 200) });
      await rm(file, { force: true });
      return null;
    }
  }

  async function store(text: string | null): Promise<void> {
    if (text === null || !(await isSafe(parts))) return rm(file, { force: true });
    const temporary = `${file}.new`;
    await writeFile(temporary, await safeStorage.encryptStringAsync(text), { mode: 0o600 });
    await rename(temporary, file); // a crash before this keeps the previous file
  }

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
      // one write at a time, each with the newest text
      last = last
        .then(() => store(held ?? null))
        .catch((error: unknown) =>
          log.warn('sealed file not written', { file: nameOf(file), reason: String(error).slice(0, 200) }),
        );
      return last;
    },
  };
}

const nameOf = (file: string): string => file.split(/[\\/]/).at(-1)!;
