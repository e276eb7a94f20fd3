import type { Config } from '../config.ts';
import type { Db } from '../database/statements.ts';
import type { Signals } from '../database/signals.ts';
import type { UnitOfWork } from '../database/unitOfWork.ts';
import type { Cipher } from './cipher.ts';
import { describeProvider, type ProviderDescription, type ProviderKind } from './providers.ts';
import { createSettingChanges, type Changes, type StoredBy } from './settingChanges.ts';
import {
  SETTING_NAMES,
  knownSetting,
  type NotificationProviders,
  type SettingName,
  type SettingValues,
} from './settingTable.ts';
import { createStoredSettings, type StoredSettings } from './storedSettings.ts';
import { readSettings, versionOf, type StoredSetting } from './settingsStore.ts';

export type { StoredBy } from './settingChanges.ts';

/** A setting as shown to an administrator: where its value comes from and, for a secret, only whether it is set. */
export interface SettingDescription {
  name: SettingName;
  source: 'environment' | 'stored' | 'default';
  isSecret: boolean;
  isSet: boolean;
  /** False if the stored value was sealed with another key, or is no longer valid. */
  isReadable: boolean;
  /** Absent for secrets. */
  value?: unknown;
  /** Environment variables that override it. */
  variables: string[];
  /** When it was stored (ms) and by whom; null if it is not stored. */
  updatedAt: number | null;
  updatedBy: string | null;
}

/** Settings of the installation (behaviour 2.9). The environment overrides stored values, which override the defaults. */
export interface Settings {
  /** Sees changes by another server within seconds, by this server at once. @throws UnsealableError */
  get<N extends SettingName>(name: N): Promise<SettingValues[N]>;
  /** All settings, read at one moment. @throws UnsealableError */
  all(): Promise<SettingValues>;
  /** These settings, as they would take effect if they were stored. */
  asIf(values: Partial<SettingValues>): Partial<SettingValues>;
  /** Drops the cache, because another server has changed something. */
  forget(): void;
  /**
   * Changes several settings, all or none.
   * @param changes by name; null deletes the stored value
   * @param ifMatch an `If-Match` header: the version the change is based on
   * @throws ProblemError `not_found` for an unknown setting, `validation_failed` with the invalid fields,
   * `changed_meanwhile` if `ifMatch` is not the stored version
   */
  change(changes: Changes, by: StoredBy, ifMatch?: string): Promise<void>;
  /** Changes one setting. @param by the id of a signed-in person @throws ProblemError as `change` */
  set(name: string, value: unknown, by: string): Promise<void>;
  /**
   * Changes some settings of one channel; the others stay unchanged.
   * @param patch by name; null deletes the stored value
   * @throws ProblemError `not_found` for an unknown channel, otherwise as `change`
   */
  changeProvider(channel: string, patch: Record<string, unknown>, by: string, ifMatch?: string): Promise<void>;
  /**
   * The stored version, for `If-Match`. Read it before the values it goes with, so that it is never newer than they
   * are.
   */
  version(): Promise<string>;
  describe(): Promise<SettingDescription[]>;
  describeProviders(): Promise<ProviderDescription[]>;
}

interface Parts {
  units: UnitOfWork;
  reader: Db;
  cipher: Cipher;
  config: Config;
  now(): number;
  /** Measures how long reads stay cached; `now` by default. */
  steady?(): number;
  /** Each validates its own part of `notificationProviders`. */
  channels: ProviderKind[];
  /** Notifies other servers. */
  signals?: Pick<Signals, 'publish'>;
}

export function createSettings(parts: Parts): Settings {
  const stored = createStoredSettings(parts);
  const { change, changeProvider } = createSettingChanges(parts, stored);
  const all = async () => {
    const values = SETTING_NAMES.map(async (name) => [name, await stored.valueOf(name)] as const);
    return Object.fromEntries(await Promise.all(values)) as SettingValues;
  };
  return {
    get: async <N extends SettingName>(name: N) => (await stored.valueOf(name)) as SettingValues[N],
    all,
    asIf(values) {
      const names = Object.keys(values) as SettingName[];
      const changed = names.map((name) => [
        name,
        knownSetting(name).override(parts.config, values[name]) ?? values[name],
      ]);
      return Object.fromEntries(changed) as Partial<SettingValues>;
    },
    forget: stored.forget,
    change,
    set: (name, value, by) => change({ [name]: value }, { actor: by, verifiedBy: 'session' }),
    changeProvider,
    version: async () => versionOf(await readSettings(parts.reader)),
    ...describing(parts, stored),
  };
}

function describing(
  { config, channels }: Parts,
  { opened, rows }: StoredSettings,
): Pick<Settings, 'describe' | 'describeProviders'> {
  function describeOne(name: SettingName, row: StoredSetting | undefined): SettingDescription {
    const { isSecret, variables, override, initial } = knownSetting(name);
    const value = readable(() => opened(name, row));
    const overriding = override(config, value ? value.is : initial);
    const source = overriding !== null ? 'environment' : row ? 'stored' : 'default';
    const shown = overriding ?? value?.is;
    return {
      name,
      source,
      isSecret,
      isSet: source !== 'default',
      isReadable: value !== null || overriding !== null,
      ...(isSecret ? {} : { value: shown }),
      variables,
      updatedAt: row?.updatedAt ?? null,
      updatedBy: row?.updatedBy ?? null,
    };
  }

  return {
    async describe() {
      const found = await rows();
      return SETTING_NAMES.map((name) => describeOne(name, found.get(name)));
    },
    async describeProviders() {
      const row = (await rows()).get('notificationProviders');
      const value = readable(() => opened('notificationProviders', row));
      return channels.map((kind) => describeProvider(kind, (value?.is ?? {}) as NotificationProviders, config));
    },
  };
}

function readable(read: () => unknown): { is: unknown } | null {
  try {
    return { is: read() };
  } catch {
    return null;
  }
}
