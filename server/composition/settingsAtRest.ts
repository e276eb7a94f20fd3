import { existsSync } from 'node:fs';
import { ConfigError, readConfig, type Config } from '../foundation/config.ts';
import { openDatabase, sqliteFileOf } from '../foundation/database/connection.ts';
import { usingDatabase } from '../foundation/refusedStart.ts';
import { createCipher, type Keys } from '../foundation/settings/cipher.ts';
import { findKeys } from '../foundation/settings/key.ts';
import { SETTING_NAMES, SETTINGS, knownSetting, type SettingValues } from '../foundation/settings/settingTable.ts';
import { createStoredSettings } from '../foundation/settings/storedSettings.ts';
import { serviceIn } from '../search/chosenIndex.ts';

/**
 * The settings as a server would use them, for commands: the environment overrides what is stored.
 * @throws UnsealableError, ConfigError
 */
export async function settingsAtRest(config: Config): Promise<SettingValues> {
  const file = sqliteFileOf(config.databaseUrl);
  const keys = await findKeys(config);
  if (keys === null || (file !== null && !existsSync(file))) return ofEnvironment(config);
  return usingDatabase(() => storedIn(config, keys));
}

async function storedIn(config: Config, keys: Keys): Promise<SettingValues> {
  const database = await openDatabase(config.databaseUrl, 1);
  try {
    if (!(await database.reader.schema.hasTable('settings'))) return ofEnvironment(config);
    const stored = createStoredSettings({ ...database, config, cipher: createCipher(keys), now: Date.now });
    const values = SETTING_NAMES.map(async (name) => [name, await stored.valueOf(name)] as const);
    return Object.fromEntries(await Promise.all(values)) as SettingValues;
  } finally {
    await database.close();
  }
}

const ofEnvironment = (config: Config): SettingValues =>
  Object.fromEntries(
    SETTING_NAMES.map((name) => {
      const { override, initial } = knownSetting(name);
      return [name, override(config, initial) ?? initial];
    }),
  ) as SettingValues;

/** Settings that manifests need, by the equivalent variable. */
const VARIABLES: Record<string, (values: SettingValues) => unknown> = {
  TENANT_ID: ({ tenantId }) => tenantId,
  DIRECTORY_CLIENT_ID: ({ directoryClientId }) => directoryClientId,
  DIRECTORY_AUTH_TYPE: ({ directoryAuthType }) =>
    directoryAuthType === SETTINGS.directoryAuthType.initial ? null : directoryAuthType,
  SEARCH_RESOURCE: (values) => {
    const service = serviceIn(values);
    return service?.enforcement === 'personal' ? service.resource : null;
  },
  TEAMS_APP_ID: ({ notificationProviders }) => notificationProviders['teams']?.['appId'],
  SLACK_NATIVE_PICKERS: ({ notificationProviders }) => notificationProviders['slack']?.['nativePickers'],
};

/**
 * Adds stored settings to the environment variables; none of them is a secret. Invalid variables are not reported here.
 * @throws as `settingsAtRest` if stored settings cannot be read: otherwise they would be missing silently
 */
export async function withStored(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const config = configIn(env);
  if (!config) return env;
  const values = await settingsAtRest(config);
  const stored = Object.entries(VARIABLES).map(([name, read]) => [name, read(values) ?? undefined] as const);
  const texts = stored.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]);
  return { ...(Object.fromEntries(texts) as NodeJS.ProcessEnv), ...env };
}

function configIn(env: NodeJS.ProcessEnv): Config | null {
  try {
    return readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}
