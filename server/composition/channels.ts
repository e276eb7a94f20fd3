import type { ChannelKind, OpenChannel } from '../../contract/channel.ts';
import { emailKind } from '../channels/email/emailChannel.ts';
import { createPlatformFetch } from '../foundation/http/outbound.ts';
import { createSettings, type Settings } from '../foundation/settings/settings.ts';
import { createAppTokens } from '../people/identity/appTokens.ts';
import type { Ground } from './ground.ts';

export interface Channels {
  settings: Settings;
  /** Those that are configured, by name; settings are read once, at start. */
  channels: ReadonlyMap<string, OpenChannel>;
  close(): Promise<void>;
}

/** The settings, and the channels that they configure. */
export async function composeChannels({
  config,
  options,
  logger,
  reader,
  units,
  cipher,
  callLimits,
  now,
  steady,
}: Ground): Promise<Channels> {
  const kinds: ChannelKind[] = [emailKind(callLimits, { connections: config.smtpConnections }), ...options.bots];
  const settings = createSettings({ units, reader, cipher, config, now, steady, channels: kinds });
  const providers = await settings.get('notificationProviders');
  const parts = {
    publicUrl: config.publicUrl,
    now,
    log: logger,
    originOf: (origin: string) => config.originMap[origin] ?? origin,
    appToken: createAppTokens(createPlatformFetch(config.originMap)),
  };
  const channels = kinds.flatMap((kind) => {
    const parsed = kind.settingsSchema.safeParse(providers[kind.name] ?? {});
    if (!parsed.success) throw new Error(`The settings of the channel ${kind.name} are not valid.`);
    const channel = kind.create(parsed.data, parts);
    return channel ? [channel] : [];
  });
  return {
    settings,
    channels: new Map(channels.map((channel) => [channel.name, channel])),
    async close() {
      for (const channel of channels) await channel.close?.();
    },
  };
}
