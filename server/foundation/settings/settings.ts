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

/** What an administrator may see of a setting: where its value comes from, and of a secret only that there is one. */
export interface SettingDescription {
  name: SettingName;
  source: 'environment' | 'stored' | 'default';
  isSecret: boolean;
  isSet: boolean;
  /** False when what is stored was sealed with another key, or is not valid any more. */
  isReadable: boolean;
  /** Absent for secrets. */
  value?: unknown;
  /** Environment variables that override it. */
  variables: string[];
  /** Who stored it, and when (ms); null when nobody did. */
  updatedAt: number | null;
  updatedBy: string | null;
}

/** Settings of the installation (behaviour 2.9): the environment goes before what is stored, and that before the default. */
export interface Settings {
  /** Another server's change is seen within seconds, one of this server at once. @throws UnsealableError */
  get<N extends SettingName>(name: N): Promise<SettingValues[N]>;
  /** All of them at one moment. @throws UnsealableError */
  all(): Promise<SettingValues>;
  /** These, as they would hold if they were stored. */
  asIf(values: Partial<SettingValues>): Partial<SettingValues>;
  /** Forgets what was read, because another server has changed something. */
  forget(): void;
  /**
   * Several at once, all or none.
   * @param changes by name; null forgets what is stored
   * @param ifMatch a header `If-Match`: what was stored when the change was made
   * @throws ProblemError `not_found` for an unknown setting, `validation_failed` with the fields at fault,
   *   `changed_meanwhile` where `ifMatch` does not name what is stored
   */
  change(changes: Changes, by: StoredBy, ifMatch?: string): Promise<void>;
  /** One of them. @param by the id of a person who is signed in @throws ProblemError as `change` */
  set(name: string, value: unknown, by: string): Promise<void>;
  /**
   * Some settings of one channel; what is not named stays as it is.
   * @param patch by name; null forgets what is stored
   * @throws ProblemError `not_found` for an unknown channel, else as `change`
   */
  changeProvider(channel: string, patch: Record<string, unknown>, by: string, ifMatch?: string): Promise<void>;
  /** Names what is stored now, as `If-Match` has it. Whoever shows values reads it before them: it is never newer than they are. */
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
  /** For how long what was read is remembered; as `now` where it is missing. */
  steady?(): number;
  /** Each checks its own part of `notificationProviders`. */
  channels: ProviderKind[];
  /** Other servers are told. */
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
