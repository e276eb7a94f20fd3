import type { Channel, ChannelHost, ChannelKind } from '../../contract/channel.ts';
import { emailKind } from '../channels/email/emailChannel.ts';
import { createSettings, type Settings } from '../foundation/settings/settings.ts';
import type { Ground } from './ground.ts';

export interface Channels {
  settings: Settings;
  /** What channels of this product there are, configured or not, by name. */
  kinds: ReadonlyMap<string, ChannelKind>;
  /** Those that are configured, by name; settings are read once, at start. */
  channels: ReadonlyMap<string, Channel>;
  /** Opens those that are configured. */
  open(hostFor: (channel: string) => ChannelHost): Promise<void>;
  close(): Promise<void>;
}

/** The settings, and the channels that they configure. */
export function composeChannels({ config, options, reader, units, cipher, callLimits, now, steady }: Ground): Channels {
  const kinds: ChannelKind[] = [emailKind(callLimits, { connections: config.smtpConnections }), ...options.bots];
  const settings = createSettings({ units, reader, cipher, config, now, steady, channels: kinds });
  const channels = new Map<string, Channel>();
  return {
    settings,
    kinds: new Map(kinds.map((kind) => [kind.name, kind])),
    channels,
    async open(hostFor) {
      const providers = await settings.get('notificationProviders');
      for (const kind of kinds) {
        const { name, displayName, canRewrite, tokenPolicy } = kind;
        const parsed = kind.settingsSchema.safeParse(providers[name] ?? {});
        if (!parsed.success) throw new Error(`The settings of the channel ${name} are not valid.`);
        const opened = kind.open(parsed.data, hostFor(name));
        const capabilities = kind.capabilities(parsed.data);
        if (opened) channels.set(name, { name, displayName, canRewrite, tokenPolicy, capabilities, ...opened });
      }
    },
    async close() {
      for (const channel of channels.values()) await channel.close?.();
    },
  };
}
