import type { ChannelKind } from '../../../contract/channel.ts';
import type { Config } from '../config.ts';
import { failed } from '../errors.ts';
import { faultsIn } from '../issues.ts';
import { PROVIDER_VARIABLES, type NotificationProviders } from './settingTable.ts';

/** What settings know of a channel. */
export type ProviderKind = Pick<ChannelKind, 'name' | 'settingsSchema' | 'secrets'>;

/** One setting of a channel, as an administrator may see it. */
export interface ProviderSetting {
  name: string;
  source: 'environment' | 'stored' | 'default';
  isSecret: boolean;
  isSet: boolean;
  /** Absent for secrets, and where nothing is set. */
  value?: unknown;
  /** The environment variable that overrides it; null: there is none. */
  variable: string | null;
}

export interface ProviderDescription {
  channel: string;
  settings: ProviderSetting[];
}

/**
 * What a channel that somebody means to use cannot do without and does not have. Whoever has set a part of that means to use
 * it, unless it was switched off.
 * @param own its settings, as they hold
 */
export function missingOf({ needs }: Pick<ChannelKind, 'needs'>, own: Record<string, unknown>): string[] {
  const missing = needs.filter((name) => own[name] === undefined);
  const isMeant = own['enabled'] === true || (own['enabled'] === undefined && missing.length < needs.length);
  return isMeant ? missing : [];
}

/** The variable that sets a setting of a channel; its own name where there is none. */
export const variableOf = (channel: string, setting: string): string =>
  PROVIDER_VARIABLES[channel]?.[setting]?.[0] ?? setting;

/** The settings of one channel, changed here and there. @throws ProblemError that names the fields at fault */
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
