import type { ChannelKind } from '../../../contract/channel.ts';
import type { Config } from '../config.ts';
import { failed } from '../errors.ts';
import { faultsIn } from '../issues.ts';
import { PROVIDER_VARIABLES, type NotificationProviders } from './settingTable.ts';

/** What the settings need of a channel. */
export type ProviderKind = Pick<ChannelKind, 'name' | 'settingsSchema' | 'secrets'>;

/** One setting of a channel, as shown to an administrator. */
export interface ProviderSetting {
  name: string;
  source: 'environment' | 'stored' | 'default';
  isSecret: boolean;
  isSet: boolean;
  /** Absent for secrets and unset values. */
  value?: unknown;
  /** The environment variable that overrides it; null: none. */
  variable: string | null;
}

export interface ProviderDescription {
  channel: string;
  settings: ProviderSetting[];
}

/**
 * The required settings that a channel lacks. A channel counts as in use if it is enabled, or if some of its required
 * settings are set and it was not disabled.
 * @param own its effective settings
 */
export function missingOf({ needs }: Pick<ChannelKind, 'needs'>, own: Record<string, unknown>): string[] {
  const missing = needs.filter((name) => own[name] === undefined);
  const isMeant = own['enabled'] === true || (own['enabled'] === undefined && missing.length < needs.length);
  return isMeant ? missing : [];
}

/** The variable that sets a channel's setting; the setting's own name if there is none. */
export const variableOf = (channel: string, setting: string): string =>
  PROVIDER_VARIABLES[channel]?.[setting]?.[0] ?? setting;

/** Applies a patch to the settings of one channel. @throws ProblemError that names the invalid fields */
export function mergeProvider(
  stored: NotificationProviders,
  { name, settingsSchema }: ProviderKind,
  patch: Record<string, unknown>,
): NotificationProviders {
  const merged = Object.fromEntries(
    Object.entries({ ...stored[name], ...patch }).filter(([, value]) => value !== null && value !== undefined),
  );
  const result = settingsSchema.safeParse(merged);
  if (!result.success) throw failed(Object.fromEntries(faultsIn(result.error.issues, merged)));
  return { ...stored, [name]: result.data as NotificationProviders[string] };
}

export function describeProvider(
  { name: channel, settingsSchema, secrets }: ProviderKind,
  stored: NotificationProviders,
  config: Config,
): ProviderDescription {
  const given = PROVIDER_VARIABLES[channel] ?? {};
  const names = Object.keys((settingsSchema as { shape?: object }).shape ?? {});
  return {
    channel,
    settings: names.map((name): ProviderSetting => {
      const [variable, read] = given[name] ?? [null, () => null];
      const overriding = read(config);
      const value = overriding ?? stored[channel]?.[name] ?? null;
      const isSecret = secrets.includes(name);
      return {
        name,
        source: overriding !== null ? 'environment' : value !== null ? 'stored' : 'default',
        isSecret,
        isSet: value !== null,
        ...(!isSecret && value !== null && { value }),
        variable,
      };
    }),
  };
}
