import type { Config } from '../config.ts';
import type { Db } from '../database/statements.ts';
import type { Cipher } from './cipher.ts';
import { knownSetting, type SettingName, type SettingValues } from './settingTable.ts';
import { placeOfSetting, readSettings, type StoredByName, type StoredSetting } from './settingsStore.ts';

/** What is stored of the settings, remembered for a while. */
export interface StoredSettings {
  rows(): Promise<StoredByName>;
  /** @throws UnsealableError; Error when it is not valid any more */
  opened(name: SettingName, row: StoredSetting | undefined): unknown;
  /** As it holds: the environment goes before what is stored. @throws as `opened` */
  valueOf(name: SettingName): Promise<unknown>;
  /** The same, with what stands in these rows. @throws as `opened` */
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
      // what cannot be read does not matter where the environment says all there is to say
      const whole = isMerged ? null : override(config, initial);
      if (whole !== null) return whole;
      return valueIn(await rows(), name);
    },
  };
}

/** Reads at most once per `SETTINGS_TTL_MS`, and never twice at a time. */
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
