import { z } from 'zod';
import { textOfForm } from '../../../contract/failsAs.ts';
import { Guid } from '../../../contract/ids.ts';
import { ClientSecret } from '../../../contract/setup.ts';
import type { Config } from '../config.ts';

/** One setting of behaviour 2.9. */
interface Known<T> {
  schema: z.ZodType<T>;
  /** The default. */
  initial: T;
  /** Stored sealed, and never shown again. */
  isSecret: boolean;
  /** Environment variables that override the stored value. */
  variables: string[];
  /** The environment overrides only parts of it; the rest comes from the stored value. */
  isMerged: boolean;
  /** The value with the environment's overrides, given the stored one; null: the environment sets nothing. */
  override(config: Config, stored: T): T | null;
}

function setting<T>(schema: z.ZodType<T>, initial: T, more: Partial<Known<T>> = {}): Known<T> {
  return { schema, initial, isSecret: false, isMerged: false, variables: [], override: () => null, ...more };
}

const authType = z.enum(['clientCredentials', 'managedSystemIdentity']);
const objectIds = z.array(Guid).max(100);
/** The naming rule of Azure AI Search for indexes. */
const searchIndex = textOfForm(/^(?!.*--)[a-z0-9][a-z0-9-]{0,126}[a-z0-9]$/, 'searchIndexForm');
/** The resource that `user_impersonation` is a scope of: an application's id, or its URI. */
const searchResource = z.union([z.url({ protocol: /^(https|api)$/ }).max(1000), Guid]);

/** SHA-256 of a key that was shown once. */
const apiKeyHash = z.string().regex(/^[0-9a-f]{64}$/);

const fromVariable = <T>(variable: string, override: Known<T>['override']) => ({ variables: [variable], override });
const id = (variable: string, read: (config: Config) => string | null) =>
  setting<string | null>(Guid, null, fromVariable(variable, read));
const secret = (variable: string, read: (config: Config) => string | null) =>
  setting<string | null>(ClientSecret, null, { ...fromVariable(variable, read), isSecret: true });
const aSwitch = () => setting(z.boolean(), false);

/** Channel name to the settings that its `settingsSchema` describes. */
export const NotificationProviders = z.record(z.string(), z.record(z.string(), z.unknown()));
export type NotificationProviders = z.infer<typeof NotificationProviders>;

/** Environment variables by channel and setting. The first setting of each channel is required. */
export const PROVIDER_VARIABLES: Record<
  string,
  Record<string, [variable: string, read: (config: Config) => string | boolean | null]>
> = {
  email: {
    smtpUrl: ['SMTP_URL', ({ smtpUrl }) => smtpUrl],
    from: ['MAIL_FROM', ({ mailFrom }) => mailFrom],
  },
  teams: {
    appId: ['TEAMS_APP_ID', ({ teamsAppId }) => teamsAppId],
    appPassword: ['TEAMS_APP_PASSWORD', ({ teamsAppPassword }) => teamsAppPassword],
    tenantId: ['TEAMS_TENANT_ID', ({ teamsTenantId }) => teamsTenantId],
    nativePickers: ['TEAMS_NATIVE_PICKERS', ({ teamsNativePickers }) => teamsNativePickers],
  },
  slack: {
    botToken: ['SLACK_BOT_TOKEN', ({ slackBotToken }) => slackBotToken],
    signingSecret: ['SLACK_SIGNING_SECRET', ({ slackSigningSecret }) => slackSigningSecret],
    nativePickers: ['SLACK_NATIVE_PICKERS', ({ slackNativePickers }) => slackNativePickers],
  },
};

/** A provider that is configured in the environment is enabled, unless it was disabled. */
function withGiven(config: Config, stored: NotificationProviders): NotificationProviders | null {
  const given = Object.entries(PROVIDER_VARIABLES).map(([channel, settings]) => {
    const values = Object.entries(settings).map(([name, [, read]]) => [name, read(config)] as const);
    return { channel, isOn: values[0]![1] !== null, values: values.filter(([, value]) => value !== null) };
  });
  const overridden = given.filter(({ values }) => values.length > 0);
  if (overridden.length === 0) return null;
  const merged = overridden.map(({ channel, isOn, values }) => [
    channel,
    { ...(isOn && { enabled: true }), ...stored[channel], ...Object.fromEntries(values) },
  ]);
  return { ...stored, ...Object.fromEntries(merged) };
}

/** All settings (behaviour 2.9, and the people and groups that have a role). */
export const SETTINGS = {
  clientId: id('CLIENT_ID', ({ clientId }) => clientId),
  tenantId: id('TENANT_ID', ({ tenantId }) => tenantId),
  directoryClientId: id('DIRECTORY_CLIENT_ID', ({ directoryClientId }) => directoryClientId),
  directoryClientSecret: secret('DIRECTORY_CLIENT_SECRET', ({ directoryClientSecret }) => directoryClientSecret),
  directoryAuthType: setting<z.infer<typeof authType>>(
    authType,
    'clientCredentials',
    fromVariable('DIRECTORY_AUTH_TYPE', ({ given, directoryAuthType }) =>
      given.includes('DIRECTORY_AUTH_TYPE') ? directoryAuthType : null,
    ),
  ),
  docSiteClientId: id('DOCSITE_CLIENT_ID', ({ docSiteClientId }) => docSiteClientId),
  docSiteClientSecret: secret('DOCSITE_CLIENT_SECRET', ({ docSiteClientSecret }) => docSiteClientSecret),
  docSiteAuthType: setting<z.infer<typeof authType>>(authType, 'clientCredentials'),
  docSiteAdminClientId: setting<string | null>(Guid, null),
  docSiteAdminClientSecret: setting<string | null>(ClientSecret, null, { isSecret: true }),
  docSiteAdminApiKey: setting<string | null>(apiKeyHash, null, { isSecret: true }),
  enableSearchAcl: aSwitch(),
  searchEndpoint: setting<string | null>(z.url({ protocol: /^https$/ }).max(1000), null),
  searchIndex: setting<string | null>(searchIndex, null),
  searchResource: setting<string | null>(searchResource, null),
  notificationProviders: setting<NotificationProviders>(
    NotificationProviders,
    {},
    {
      isSecret: true, // holds passwords and tokens of every provider, so all of it is sealed
      isMerged: true,
      variables: Object.values(PROVIDER_VARIABLES).flatMap((settings) => Object.values(settings).map(([name]) => name)),
      override: withGiven,
    },
  ),
  personalFileLocation: setting<'local' | 'personalDrive'>(z.enum(['local', 'personalDrive']), 'local'),
  enableDelegatedDirectoryMailRead: aSwitch(),
  enableDelegatedDirectoryMailSend: aSwitch(),
  enableDelegatedDirectoryCalendarRead: aSwitch(),
  enableDelegatedDirectoryCalendarWrite: aSwitch(),
  enableDelegatedDirectoryMailboxSettings: aSwitch(),
  enableDelegatedDirectoryFilesRead: aSwitch(),
  enableDelegatedDirectoryFilesReadWrite: aSwitch(),
  adminIds: setting<string[]>(objectIds, []),
  adminGroupIds: setting<string[]>(objectIds, []),
  authorGroupIds: setting<string[]>(objectIds, []),
  auditorGroupIds: setting<string[]>(objectIds, []),
};

export type SettingName = keyof typeof SETTINGS;
export type SettingValues = { [N in SettingName]: (typeof SETTINGS)[N]['initial'] };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

/** The same table, for code that has only a name. */
export const knownSetting = (name: SettingName): Known<unknown> => SETTINGS[name];
