import type { Signals } from '../database/signals.ts';
import { every, type Loop } from '../schedule/loops.ts';
import type { Settings } from './settings.ts';
import { SETTING_NAMES, type SettingValues } from './settingTable.ts';

/** The settings this server currently runs on; followers are notified of changes. */
export interface LiveSettings {
  current(): SettingValues;
  /**
   * Applies a part of the settings now, and again whenever it changes.
   * @throws what `apply` throws the first time; later errors are reported, and retried at the next look
   */
  follow<T>(part: (values: SettingValues) => T, apply: (part: T) => void | Promise<void>): Promise<void>;
  /** Checks for changes other servers have stored. */
  loop: Loop & { poke(): void };
  /**
   * Resolves when the stored settings have been applied. Errors are reported and retried at the next look, not thrown:
   * the caller's own change is stored either way.
   */
  refresh(): Promise<void>;
  close(): void;
}

interface Parts {
  settings: Pick<Settings, 'all' | 'forget' | 'get'>;
  signals: Pick<Signals, 'subscribe'>;
  report(error: unknown, about: string): void;
}

interface Follower {
  /** Applies what has changed since its last call. */
  look(values: SettingValues): Promise<void>;
}

/** Signals announce changes at once; without signals the next look finds them. */
const LOOK_EVERY_MS = 2000;

/** @throws UnsealableError if stored settings cannot be opened */
export async function createLiveSettings({ settings, signals, report }: Parts): Promise<LiveSettings> {
  const followers: Follower[] = [];
  let values = await settings.all();
  let refreshing = Promise.resolve();

  /** A setting that cannot be read keeps its last value, and does not block the others. @throws the first read error */
  async function look(): Promise<void> {
    settings.forget();
    const read = await Promise.allSettled(SETTING_NAMES.map((name) => settings.get(name)));
    const readable = read.flatMap((each, n) => (each.status === 'fulfilled' ? [[SETTING_NAMES[n]!, each.value]] : []));
    values = { ...values, ...(Object.fromEntries(readable) as Partial<SettingValues>) };
    for (const follower of followers) await follower.look(values).catch((error: unknown) => report(error, 'settings'));
    for (const each of read) if (each.status === 'rejected') throw each.reason;
  }

  /** Sequential: what was read first is applied first. */
  const lookInTurn = (): Promise<void> => (refreshing = refreshing.then(look, look));
  const refresh = (): Promise<void> => lookInTurn().catch((error: unknown) => report(error, 'settings'));
  const loop = every('settings.look', LOOK_EVERY_MS, lookInTurn);
  const stopListening = signals.subscribe({
    changed: (topic) => void (topic === 'setting' && refresh()),
    mayHaveMissed: loop.poke,
  });

  return {
    current: () => values,
    async follow(part, apply) {
      let applied: string | null = null;
      const follower: Follower = {
        async look(now) {
          const wanted = part(now);
          const text = JSON.stringify(wanted);
          if (text === applied) return;
          await apply(wanted);
          applied = text;
        },
      };
      await follower.look(values);
      followers.push(follower);
    },
    loop,
    refresh,
    close: stopListening,
  };
}
