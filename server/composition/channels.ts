import type { Channel } from '../../contract/channel.ts';
import { createEmailChannel } from '../channels/email/emailChannel.ts';
import { RESPONSE_LIMITS } from '../channels/email/responseLimits.ts';
import { createSettings, type Settings } from '../foundation/settings/settings.ts';
import type { Ground } from './ground.ts';

export interface Channels {
  settings: Settings;
  /** Those that are configured, by name; settings are read once, at start. */
  channels: ReadonlyMap<string, Channel>;
  close(): void;
}

/** The settings, and the channels that they configure. */
export async function composeChannels({ config, options, reader, units, cipher, now }: Ground): Promise<Channels> {
  const limits = { ...RESPONSE_LIMITS, ...options.responseLimits };
  const emailOf = (smtpUrl: string | null, from: string | null) =>
    createEmailChannel({ publicUrl: config.publicUrl, smtpUrl, from, now, limits });
  const settings = createSettings({ units, reader, cipher, config, now, channels: [emailOf(null, null)] });
  const providers = await settings.get('notificationProviders');
  const email = providers['email'] as { enabled?: boolean; smtpUrl?: string; from?: string } | undefined;
  const sender = email?.enabled && email.smtpUrl ? emailOf(email.smtpUrl, email.from ?? null) : null;
  return { settings, channels: new Map(sender && [[sender.name, sender]]), close: () => sender?.close() };
}
