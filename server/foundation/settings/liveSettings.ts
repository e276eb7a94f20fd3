import type { Signals } from '../database/signals.ts';
import { every, type Loop } from '../schedule/loops.ts';
import type { Settings } from './settings.ts';
import { SETTING_NAMES, type SettingValues } from './settingTable.ts';

/** The settings as this server runs on them, and who is told when they change. */
export interface LiveSettings {
  current(): SettingValues;
  /**
   * Applies a part of the settings now, and again whenever it has changed.
   * @throws what `apply` throws the first time; later that is reported, and tried again at the next look
   */
  follow<T>(part: (values: SettingValues) => T, apply: (part: T) => void | Promise<void>): Promise<void>;
  /** Looks for what another server has stored. */
  loop: Loop & { poke(): void };
  /**
   * Resolves when what is stored now is applied. What cannot be read or applied is reported, and tried again at the next
   * look: whoever has stored something has stored it all the same.
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
  /** Applies what has changed since it did so last. */
  look(values: SettingValues): Promise<void>;
}

/** A signal brings a change at once; without signals it is seen when the next look is due. */
const LOOK_EVERY_MS = 2000;

/** @throws UnsealableError when what is stored cannot be read */
export async function createLiveSettings({ settings, signals, report }: Parts): Promise<LiveSettings> {
  const followers: Follower[] = [];
  let values = await settings.all();
  let refreshing = Promise.resolve();

  /** A setting that cannot be read stays as it was, and keeps no other from being applied. @throws what it cannot be read for */
  async function look(): Promise<void> {
    settings.forget();
    const read = await Promise.allSettled(SETTING_NAMES.map((name) => settings.get(name)));
    const readable = read.flatMap((each, n) => (each.status === 'fulfilled' ? [[SETTING_NAMES[n]!, each.value]] : []));
    values = { ...values, ...(Object.fromEntries(readable) as Partial<SettingValues>) };
    for (const follower of followers) await follower.look(values).catch((error: unknown) => report(error, 'settings'));
    for (const each of read) if (each.status === 'rejected') throw each.reason;
  }

  /** One after another: what was read first is applied first. */
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
