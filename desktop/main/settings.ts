import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { QUIET_HOURS } from '../bridge.ts';
import type { Log } from './ports.ts';

/** What a server has people sign in to. */
const SignInTo = z.object({ clientId: z.string(), tenantId: z.string(), apiScope: z.string() });
export type SignInTo = z.infer<typeof SignInTo>;

/** What somebody has chosen on this machine. Nothing of it is secret. */
const Settings = z.object({
  server: z.string().nullable().default(null),
  servers: z.array(z.string()).max(20).default([]),
  /** What each server has people sign in to, as it said first. */
  signIns: z.record(z.string(), SignInTo).default({}),
  quietHours: z.enum(QUIET_HOURS).default('off'),
  /** Milliseconds since 1970; nothing is notified before. */
  snoozedUntil: z.number().default(0),
  hidesPreview: z.boolean().default(false),
});
export type Settings = z.infer<typeof Settings>;

export interface SettingsFile {
  get(): Settings;
  change(changes: Partial<Settings>): void;
}

/** A file that makes no sense, cut in half say, counts as none. */
export function createSettings(file: string, log: Log): SettingsFile {
  let settings = read();

  function read(): Settings {
    try {
      return Settings.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log.warn('settings unreadable');
      return Settings.parse({});
    }
  }

  return {
    get: () => settings,
    change(changes) {
      settings = { ...settings, ...changes };
      try {
        writeFileSync(`${file}.new`, JSON.stringify(settings, null, 2), { mode: 0o600 });
        renameSync(`${file}.new`, file);
      } catch (error) {
        log.warn('settings not written', { reason: (error as NodeJS.ErrnoException).code ?? 'unknown' });
      }
    },
  };
}
