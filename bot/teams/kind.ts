import { z } from 'zod';
import type { ChannelHost, ChannelKind, OpenChannel } from '../../contract/channel.ts';
import { Guid } from '../../contract/ids.ts';
import { lazyBot } from '../shared/lazyBot.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { TeamsOptions } from './channel.ts';
import { webhook, type TeamsEndpoint } from './webhook.ts';

export const TeamsSettings = z.strictObject({
  enabled: z.boolean().optional(),
  appId: Guid.optional(),
  appPassword: z.string().trim().min(1).optional(),
  tenantId: Guid.optional(),
  nativePickers: z.boolean().optional(),
});

/**
 * The Teams channel. Never opens without an app id, because the bot would then accept any caller. People answer on
 * cards in their own chat with the bot (behaviour 4.1); copies are updated in place.
 */
export const teamsKind: ChannelKind<typeof TeamsSettings, OpenTeams> = {
  name: 'teams',
  displayName: 'Microsoft Teams',
  canRewrite: true,
  leavesOpen: true,
  tokenPolicy: 'before_answer',
  settingsSchema: TeamsSettings,
  secrets: ['appPassword'],
  needs: ['appId', 'appPassword'],
  capabilities: ({ nativePickers = false }) => capabilitiesOf({ nativePickers }),
  open({ enabled, appId, appPassword, tenantId, nativePickers }, host) {
    if (!enabled || !appId || !appPassword) return null;
    return openTeams({ appId, appPassword, tenantId: tenantId ?? host.tenantId(), nativePickers }, host);
  },
  async preview(question, speech) {
    const { questionCard } = await import('./render.ts');
    return { kind: 'card', card: { ...questionCard(question, { token: 'preview', speech }) } };
  },
  routes: webhook,
};

export type OpenTeams = OpenChannel & TeamsEndpoint;

export function openTeams(options: TeamsOptions, host: ChannelHost): OpenTeams {
  const { bot, lazily } = lazyBot(async () => (await import('./channel.ts')).createTeamsBot(options, host));
  return {
    ...lazily,
    verify: async (...call) => (await bot()).verify(...call),
    receive: async (...call) => (await bot()).receive(...call),
    search: async (...call) => (await bot()).search(...call),
  };
}
