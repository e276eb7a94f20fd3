import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { QUIET_HOURS } from '../bridge.ts';
import type { Log } from './ports.ts';

/** A server's sign-in target. */
const SignInTo = z.object({ clientId: z.string(), tenantId: z.string(), apiScope: z.string() });
export type SignInTo = z.infer<typeof SignInTo>;

/** The person's choices on this machine; none is secret. */
const Settings = z.object({
  server: z.string().nullable().default(null),
  servers: z.array(z.string()).max(20).default([]),
  /** The sign-in target that each server named first. */
  signIns: z.record(z.string(), SignInTo).default({}),
  quietHours: z.enum(QUIET_HOURS).default('off'),
  /** Ms since the epoch; no notifications before. */
  snoozedUntil: z.number().default(0),
  hidesPreview: z.boolean().default(false),
});
export type Settings = z.infer<typeof Settings>;

export interface SettingsFile {
  get(): Settings;
  change(changes: Partial<Settings>): void;
}

/** An invalid file, a truncated one say, counts as missing. */
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
