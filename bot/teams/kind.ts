import { z } from 'zod';
import type { ChannelHost, ChannelKind, OpenChannel } from '../../contract/channel.ts';
import { Guid } from '../../contract/ids.ts';
import { whenUsed } from '../shared/whenUsed.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { TeamsOptions } from './channel.ts';
import { webhook, type TeamsDoor } from './webhook.ts';

export const TeamsSettings = z.strictObject({
  enabled: z.boolean().optional(),
  appId: Guid.optional(),
  appPassword: z.string().min(1).optional(),
  tenantId: Guid.optional(),
  nativePickers: z.boolean().optional(),
});

/**
 * Teams as one of the channels that can be configured; without an app id it never is: the bot would believe everybody.
 * People answer on cards of a bot in a chat of their own (behaviour 4.1); copies are rewritten where they stand.
 */
export const teamsKind: ChannelKind<typeof TeamsSettings, OpenTeams> = {
  name: 'teams',
  displayName: 'Microsoft Teams',
  canRewrite: true,
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

export type OpenTeams = OpenChannel & TeamsDoor;

export function openTeams(options: TeamsOptions, host: ChannelHost): OpenTeams {
  const { bot, lazily } = whenUsed(async () => (await import('./channel.ts')).createTeamsBot(options, host));
  return {
    ...lazily,
    verify: async (...call) => (await bot()).verify(...call),
    receive: async (...call) => (await bot()).receive(...call),
    search: async (...call) => (await bot()).search(...call),
  };
}
