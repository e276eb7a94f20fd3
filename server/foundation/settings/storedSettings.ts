import type { Config } from '../config.ts';
import type { Db } from '../database/statements.ts';
import type { Cipher } from './cipher.ts';
import { knownSetting, type SettingName, type SettingValues } from './settingTable.ts';
import { placeOfSetting, readSettings, type StoredByName, type StoredSetting } from './settingsStore.ts';

/** The stored settings, cached for a while. */
export interface StoredSettings {
  rows(): Promise<StoredByName>;
  /** @throws UnsealableError, or Error if the value is no longer valid */
  opened(name: SettingName, row: StoredSetting | undefined): unknown;
  /** The effective value: the environment overrides what is stored. @throws as `opened` */
  valueOf(name: SettingName): Promise<unknown>;
  /** The effective value, given these rows. @throws as `opened` */
  valueIn<N extends SettingName>(rows: StoredByName, name: N): SettingValues[N];
  forget(): void;
}

interface Parts {
  reader: Db;
  cipher: Cipher;
  config: Config;
  now(): number;
  steady?(): number;
}

export const SETTINGS_TTL_MS = 5000;

export function createStoredSettings({ reader, cipher, config, now, steady = now }: Parts): StoredSettings {
  const { read: rows, forget } = remember(() => readSettings(reader), steady);

  function opened(name: SettingName, row: StoredSetting | undefined): unknown {
    const { initial, schema } = knownSetting(name);
    if (!row) return initial;
    const json = row.isSecret ? cipher.open(row.value, placeOfSetting(name)) : row.value;
    const { success, data } = schema.safeParse(JSON.parse(json));
    if (!success) throw new Error(`The stored setting ${name} is not valid any more.`);
    return data;
  }

  function valueIn<N extends SettingName>(stored: StoredByName, name: N): SettingValues[N] {
    const value = opened(name, stored.get(name));
    return (knownSetting(name).override(config, value) ?? value) as SettingValues[N];
  }

  return {
    rows,
    opened,
    valueIn,
    forget,
    async valueOf(name) {
      const { override, initial, isMerged } = knownSetting(name);
      // if the environment sets the whole value, it does not matter whether the stored one can be read
      const whole = isMerged ? null : override(config, initial);
      if (whole !== null) return whole;
      return valueIn(await rows(), name);
    },
  };
}

/** Reads at most once per `SETTINGS_TTL_MS`, and never concurrently. */
function remember<T>(read: () => Promise<T>, now: () => number): { read(): Promise<T>; forget(): void } {
  let last: { at: number; value: Promise<T> } | null = null;
  const forget = () => void (last = null);

  function readOnce(): Promise<T> {
    if (last && now() - last.at < SETTINGS_TTL_MS) return last.value;
    const reading = { at: now(), value: read() };
    last = reading;
    reading.value.catch(() => {
      if (last === reading) forget();
    });
    return reading.value;
  }

  return { read: readOnce, forget };
}
