import type { FastifyPluginAsync } from 'fastify';
import type { Channel, ChannelHost, ChannelKind } from '../../contract/channel.ts';
import { emailKind } from '../channels/email/emailChannel.ts';
import { countUse, type InUse } from '../channels/inUse.ts';
import { createLiveSettings, type LiveSettings } from '../foundation/settings/liveSettings.ts';
import { missingOf, variableOf } from '../foundation/settings/providers.ts';
import { createSettings, type Settings } from '../foundation/settings/settings.ts';
import type { Ground } from './ground.ts';

export interface Channels {
  settings: Settings;
  live: LiveSettings;
  /** All of the product's channels by name, configured or not. */
  kinds: ReadonlyMap<string, ChannelKind>;
  /** The open channels by name: they come, go and change with the settings. */
  channels: ReadonlyMap<string, Channel>;
  /** Opens the configured channels, and follows their settings from then on. Returns the routes of all kinds. */
  open(hostFor: (channel: string) => ChannelHost): Promise<FastifyPluginAsync[]>;
  close(): Promise<void>;
}

/** The settings, and the channels they configure. @throws UnsealableError */
export async function composeChannels(ground: Ground): Promise<Channels> {
  const { config, options, reader, units, cipher, signals, callLimits, now, steady, report } = ground;
  const kinds: ChannelKind[] = [emailKind(callLimits, { connections: config.smtpConnections }), ...options.bots];
  const settings = createSettings({ units, reader, cipher, config, now, steady, signals, channels: kinds });
  const live = await createLiveSettings({ settings, signals, report });
  const channels = new Map<string, Channel>();
  const inUse = new Map<string, InUse>();

  /** Replaces an open channel. The old one closes once nothing is in progress in it; nobody waits for that. */
  function put({ name, ...kind }: ChannelKind, settingsOfIt: unknown, host: ChannelHost): void {
    const parsed = kind.settingsSchema.safeParse(settingsOfIt ?? {});
    if (!parsed.success) throw new Error(`The settings of the channel ${name} are not valid.`);
    const opened = kind.open(parsed.data, host);
    const before = inUse.get(name);
    if (opened) {
      const { displayName, canRewrite, leavesOpen, tokenPolicy } = kind;
      const used = countUse(opened);
      const capabilities = kind.capabilities(parsed.data);
      inUse.set(name, used);
      channels.set(name, { name, displayName, canRewrite, leavesOpen, tokenPolicy, capabilities, ...used.channel });
    } else {
      inUse.delete(name);
      channels.delete(name);
    }
    warnOfMissing({ name, ...kind }, parsed.data as Record<string, unknown>);
    void before?.retire().catch((error: unknown) => report(error, `channel ${name}`));
  }

  /** Tells operators now, instead of when the first message cannot be delivered. */
  function warnOfMissing(kind: ChannelKind, own: Record<string, unknown>): void {
    const missing = missingOf(kind, own).map((setting) => variableOf(kind.name, setting));
    if (missing.length === 0) return;
    const state = own['enabled'] === true ? 'switched on' : 'set in part';
    ground.logger.warn({ channel: kind.name, missing }, `a channel is ${state} and not used: settings are missing`);
  }

  return {
    settings,
    live,
    kinds: new Map(kinds.map((kind) => [kind.name, kind])),
    channels,
    async open(hostFor) {
      const routes: FastifyPluginAsync[] = [];
      for (const kind of kinds) {
        const { name } = kind;
        const host = hostFor(name);
        await live.follow(
          ({ notificationProviders, tenantId }) => ({ own: notificationProviders[name], tenantId }),
          ({ own }) => put(kind, own, host),
        );
        routes.push(kind.routes(() => channels.get(name) ?? null, host));
      }
      return routes;
    },
    async close() {
      live.close();
      for (const { retire } of inUse.values()) await retire();
    },
  };
}
