import type { z } from 'zod';
import type { ChannelKind } from '../../../contract/channel.ts';
import type { FieldChecks } from '../../../contract/problem.ts';
import { addToAudit } from '../audit/auditStore.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/rows.ts';
import type { UnitOfWork } from '../database/unitOfWork.ts';
import { check as fault, failed, notFound } from '../errors.ts';
import { faultsIn } from '../issues.ts';
import type { Cipher } from './cipher.ts';
import {
  SETTING_NAMES,
  isSettingName,
  knownSetting,
  type NotificationProviders,
  type SettingName,
  type SettingValues,
} from './settingTable.ts';
import { placeOfSetting, putSetting, readSettings, removeSetting, type StoredSetting } from './settingsStore.ts';

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
  /** Another server's change is seen within `SETTINGS_TTL_MS`, one of this server at once. */
  get<N extends SettingName>(name: N): Promise<SettingValues[N]>;
  /**
   * @param value null forgets what is stored
   * @param by the person's id
   * @throws ProblemError `not_found` for an unknown setting, `validation_failed` with the fields at fault
   */
  set(name: string, value: unknown, by: string): Promise<void>;
  describe(): Promise<SettingDescription[]>;
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
  channels: Pick<ChannelKind, 'name' | 'settingsSchema'>[];
}

export const SETTINGS_TTL_MS = 5000;

export function createSettings({ units, reader, cipher, config, now, steady = now, channels }: Parts): Settings {
  const stored = remember(() => readSettings(reader), steady);

  function openStored(name: SettingName, row: StoredSetting | undefined): unknown {
    const { initial, schema } = knownSetting(name);
    if (!row) return initial;
    const json = row.isSecret ? cipher.open(row.value, placeOfSetting(name)) : row.value;
    const { success, data } = schema.safeParse(JSON.parse(json));
    if (!success) throw new Error(`The stored setting ${name} is not valid any more.`);
    return data;
  }

  async function get<N extends SettingName>(name: N): Promise<SettingValues[N]> {
    const value = openStored(name, (await stored.read()).get(name));
    return (knownSetting(name).override(config, value) ?? value) as SettingValues[N];
  }

  async function set(name: string, value: unknown, by: string): Promise<void> {
    if (!isSettingName(name)) throw notFound('setting');
    const at = now();
    const { isSecret } = knownSetting(name);
    const json = value === null ? null : JSON.stringify(check(name, value, channels));
    await units.run(async ({ trx, afterCommit }) => {
      if (json === null) await removeSetting(trx, name);
      else
        await putSetting(trx, {
          name,
          value: isSecret ? cipher.seal(json, placeOfSetting(name)) : json,
          isSecret,
          updatedAt: at,
          updatedBy: by,
        });
      const action = json === null ? 'setting.removed' : 'setting.changed';
      await addToAudit(trx, [{ at, actor: by, action, subject: name }]);
      afterCommit(stored.forget);
    });
  }

  function describeOne(name: SettingName, row: StoredSetting | undefined): SettingDescription {
    const { isSecret, variables, override, initial } = knownSetting(name);
    const value = readable(() => openStored(name, row));
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

  async function describe(): Promise<SettingDescription[]> {
    const rows = await stored.read();
    return SETTING_NAMES.map((name) => describeOne(name, rows.get(name)));
  }

  return { get, set, describe };
}

function readable(read: () => unknown): { is: unknown } | null {
  try {
    return { is: read() };
  } catch {
    return null;
  }
}

/** What is to be stored. @throws ProblemError that names the fields at fault */
function check(name: SettingName, value: unknown, channels: Parts['channels']): unknown {
  const result = knownSetting(name).schema.safeParse(value);
  if (!result.success) throw failed(faultsUnder(name, result.error, value));
  return name === 'notificationProviders'
    ? checkProviders(result.data as NotificationProviders, channels)
    : result.data;
}

function checkProviders(providers: NotificationProviders, channels: Parts['channels']): NotificationProviders {
  const faults: FieldChecks = {};
  const checked: NotificationProviders = {};
  for (const [name, value] of Object.entries(providers)) {
    const path = `notificationProviders.${name}`;
    const result = channels.find((channel) => channel.name === name)?.settingsSchema.safeParse(value);
    if (!result) faults[path] = fault('unknownName');
    else if (!result.success) Object.assign(faults, faultsUnder(path, result.error, value));
    else checked[name] = result.data as NotificationProviders[string];
  }
  if (Object.keys(faults).length > 0) throw failed(faults);
  return checked;
}

const faultsUnder = (path: string, { issues }: z.ZodError, value: unknown): FieldChecks =>
  Object.fromEntries(faultsIn(issues, value).map(([at, fault]) => [at ? `${path}.${at}` : path, fault]));

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
