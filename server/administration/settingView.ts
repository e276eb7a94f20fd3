import type { Channel, ChannelKind } from '../../contract/channel.ts';
import type { SettingList, SettingView } from '../../contract/settings.ts';
import { toIsoOrNull } from '../foundation/database/rows.ts';
import { missingOf, type ProviderSetting } from '../foundation/settings/providers.ts';
import type { SettingDescription, Settings } from '../foundation/settings/settings.ts';

export const toSettingView = ({ updatedAt, ...setting }: SettingDescription): SettingView => ({
  ...setting,
  updatedAt: toIsoOrNull(updatedAt),
});

export interface ListParts {
  settings: Settings;
  kinds: ReadonlyMap<string, Pick<ChannelKind, 'displayName' | 'needs'>>;
  channels: ReadonlyMap<string, Channel>;
}

/** All settings, as currently stored. */
export async function listSettings({ settings, kinds, channels }: ListParts): Promise<SettingList> {
  settings.forget(); // bypass the cache
  const [described, providers] = await Promise.all([settings.describe(), settings.describeProviders()]);
  const missingIn = (channel: string, own: ProviderSetting[]): string[] =>
    missingOf(kinds.get(channel)!, Object.fromEntries(own.map((each) => [each.name, valueOf(each)])));
  return {
    items: described.filter(({ name }) => name !== 'notificationProviders').map(toSettingView),
    providers: providers.map(({ channel, settings: own }) => ({
      channel,
      displayName: kinds.get(channel)!.displayName,
      isOpen: channels.has(channel),
      settings: own,
      missing: missingIn(channel, own),
    })),
  };
}

/** For `missingOf`: a secret is represented by whether it is set. */
const valueOf = ({ isSet, isSecret, value }: ProviderSetting): unknown => (isSet && isSecret ? true : value);
