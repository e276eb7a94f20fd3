import { appendFileSync, renameSync, statSync } from 'node:fs';
import type { Log } from './ports.ts';

const MOST_BYTES = 1_000_000;

/** Logs JSON lines to a file and keeps one previous file. Write errors are ignored. */
export function createFileLog(file: string, now = Date.now): Log {
  const write = (level: string, event: string, facts = {}): void => {
    try {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES) renameSync(file, `${file}.1`);
      appendFileSync(file, `${JSON.stringify({ at: new Date(now()).toISOString(), level, event, ...facts })}\n`, {
        mode: 0o600,
      });
    } catch {
      // a full disk, say
    }
  };
  return {
    info: (event, facts) => write('info', event, facts),
    warn: (event, facts) => write('warn', event, facts),
  };
}
