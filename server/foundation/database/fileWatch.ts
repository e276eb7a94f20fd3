import { stat } from 'node:fs/promises';

const LOOK_EVERY_MS = 5000;

/** Watches whether a file that is held open is still the one under its name. */
export interface FileWatch {
  /** A timer calls it too. */
  look(): Promise<void>;
  stop(): void;
}

/**
 * SQLite goes on writing to a file that somebody has deleted, moved or replaced, and nobody would find what it holds.
 *
 * @param onGone called once
 */
export async function watchFile(file: string, onGone: () => void): Promise<FileWatch> {
  let opened = await identityOf(file);
  let isWatched = true;
  async function look(): Promise<void> {
    const found = await identityOf(file);
    if (opened === UNKNOWN) opened = found;
    if (!isWatched || found === UNKNOWN || found === opened) return;
    stop();
    onGone();
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  function stop(): void {
    isWatched = false;
    clearInterval(timer);
  }
  return { look, stop };
}

/** A failed look proves nothing: the process may be out of file descriptors, or a network drive may not respond. */
const UNKNOWN = 'unknown';

const identityOf = (file: string): Promise<string | null> =>
  stat(file, { bigint: true }).then(
    ({ ino }) => String(ino), // what SQLite itself compares
    ({ code }: NodeJS.ErrnoException) => (code === 'ENOENT' || code === 'ENOTDIR' ? null : UNKNOWN),
  );
