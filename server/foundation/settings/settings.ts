import { addToAudit } from '../audit/auditStore.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/statements.ts';
import type { Signals } from '../database/signals.ts';
import type { Unit, UnitOfWork } from '../database/unitOfWork.ts';
import { notFound, unavailable } from '../errors.ts';
import type { Cipher } from './cipher.ts';
import { describeProvider, mergeProvider, type ProviderDescription, type ProviderKind } from './providers.ts';
import { checked } from './settingChecks.ts';
import {
  SETTING_NAMES,
  knownSetting,
  type NotificationProviders,
  type SettingName,
  type SettingValues,
} from './settingTable.ts';
import { createStoredSettings, type StoredSettings } from './storedSettings.ts';
import {
  exchangeSetting,
  placeOfSetting,
  putSetting,
  readSettings,
  removeSetting,
  type StoredSetting,
} from './settingsStore.ts';

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

/** Who stores something, and what vouched for them. */
export interface StoredBy {
  /** A person's id, or `operator`. */
  actor: string;
  verifiedBy: 'session' | 'setup_code';
}

/** Settings of the installation (behaviour 2.9): the environment goes before what is stored, and that before the default. */
export interface Settings {
  /** Another server's change is seen within seconds, one of this server at once. @throws UnsealableError */
  get<N extends SettingName>(name: N): Promise<SettingValues[N]>;
  /** All of them at one moment. @throws UnsealableError */
  all(): Promise<SettingValues>;
  /** As they would hold if these were stored. @throws UnsealableError */
  asIf(values: Partial<SettingValues>): Promise<SettingValues>;
  /** Forgets what was read, because another server has changed something. */
  forget(): void;
  /**
   * Several at once, all or none.
   * @param values by name; null forgets what is stored
   * @throws ProblemError `not_found` for an unknown setting, `validation_failed` with the fields at fault
   */
  change(values: Record<string, unknown>, by: StoredBy): Promise<void>;
  /** One of them. @param by the id of a person who is signed in @throws ProblemError as `change` */
  set(name: string, value: unknown, by: string): Promise<void>;
  /**
   * Some settings of one channel; what is not named stays as it is.
   * @param patch by name; null forgets what is stored
   * @throws ProblemError `not_found` for an unknown channel, `validation_failed` with the fields at fault
   */
  changeProvider(channel: string, patch: Record<string, unknown>, by: string): Promise<void>;
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

/** How often a change of a channel's settings is tried again that another one came before. */
const TRIES = 5;

export function createSettings(parts: Parts): Settings {
  const stored = createStoredSettings(parts);
  const { change, changeProvider } = changing(parts, stored);
  const all = async () => {
    const values = SETTING_NAMES.map(async (name) => [name, await stored.valueOf(name)] as const);
    return Object.fromEntries(await Promise.all(values)) as SettingValues;
  };
  return {
    get: async <N extends SettingName>(name: N) => (await stored.valueOf(name)) as SettingValues[N],
    all,
    async asIf(values) {
      const names = Object.keys(values) as SettingName[];
      const changed = names.map((name) => [
        name,
        knownSetting(name).override(parts.config, values[name]) ?? values[name],
      ]);
      return { ...(await all()), ...Object.fromEntries(changed) };
    },
    forget: stored.forget,
    change,
    set: (name, value, by) => change({ [name]: value }, { actor: by, verifiedBy: 'session' }),
    changeProvider,
    ...describing(parts, stored),
  };
}

function changing(
  { units, reader, cipher, now, channels, signals }: Parts,
  { opened, forget }: StoredSettings,
): Pick<Settings, 'change' | 'changeProvider'> {
  const rowOf = (name: SettingName, json: string, at: number, by: string): StoredSetting => {
    const { isSecret } = knownSetting(name);
    const value = isSecret ? cipher.seal(json, placeOfSetting(name)) : json;
    return { name, value, isSecret, updatedAt: at, updatedBy: by };
  };

  function tell({ afterCommit }: Unit, names: string[]): void {
    afterCommit(() => {
      forget();
      for (const name of names) signals?.publish('setting', name);
    });
  }

  /** False when somebody else has changed it since it was read. */
  async function tryProvider(kind: ProviderKind, patch: Record<string, unknown>, by: string): Promise<boolean> {
    const name = 'notificationProviders';
    const at = now();
    const before = (await readSettings(reader)).get(name);
    const merged = JSON.stringify(mergeProvider(opened(name, before) as NotificationProviders, kind, patch));
    return units.run(async (unit) => {
      if (!(await exchangeSetting(unit.trx, before?.value ?? null, rowOf(name, merged, at, by)))) return false;
      const detail = { channel: kind.name, fields: Object.keys(patch).sort().join(', ') };
      await addToAudit(unit.trx, [
        { at, actor: by, verifiedBy: 'session', action: 'setting.changed', subject: name, detail },
      ]);
      tell(unit, [name]);
      return true;
    });
  }

  return {
    async change(values, by) {
      const at = now();
      const changes = checked(values, channels);
      await units.run(async (unit) => {
        for (const { name, json } of changes)
          if (json === null) await removeSetting(unit.trx, name);
          else await putSetting(unit.trx, rowOf(name, json, at, by.actor));
        const entries = changes.map(({ name, json }) => {
          const action = json === null ? ('setting.removed' as const) : ('setting.changed' as const);
          return { at, ...by, action, subject: name };
        });
        await addToAudit(unit.trx, entries);
        tell(
          unit,
          changes.map(({ name }) => name),
        );
      });
    },

    async changeProvider(channel, patch, by) {
      const kind = channels.find((each) => each.name === channel);
      if (!kind) throw notFound('channel');
      for (let tries = 0; tries < TRIES; tries++) if (await tryProvider(kind, patch, by)) return;
      throw unavailable('Somebody else is changing this too. Try again.');
    },
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
