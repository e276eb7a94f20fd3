import type { Channel, ChannelKind } from '../../contract/channel.ts';
import type { SettingList, SettingView } from '../../contract/settings.ts';
import { toIsoOrNull } from '../foundation/database/rows.ts';
import type { SettingDescription, Settings } from '../foundation/settings/settings.ts';

export const toSettingView = ({ updatedAt, ...setting }: SettingDescription): SettingView => ({
  ...setting,
  updatedAt: toIsoOrNull(updatedAt),
});

export interface ListParts {
  settings: Settings;
  kinds: ReadonlyMap<string, Pick<ChannelKind, 'displayName'>>;
  channels: ReadonlyMap<string, Channel>;
}

/** All settings, as they are stored now. */
export async function listSettings({ settings, kinds, channels }: ListParts): Promise<SettingList> {
  settings.forget(); // whoever looks here wants to see what is stored now
  const [described, providers] = await Promise.all([settings.describe(), settings.describeProviders()]);
  return {
    items: described.filter(({ name }) => name !== 'notificationProviders').map(toSettingView),
    providers: providers.map(({ channel, settings: own }) => ({
      channel,
      displayName: kinds.get(channel)!.displayName,
      isOpen: channels.has(channel),
      settings: own,
    })),
  };
}
