import { z } from 'zod';
import type { ChannelHost, ChannelKind, OpenChannel } from '../../contract/channel.ts';
import { textOfForm } from '../../contract/failsAs.ts';
import { lazyBot } from '../shared/lazyBot.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { SlackOptions } from './channel.ts';
import { createVerify } from './verify.ts';
import { webhook, type SlackEndpoint } from './webhook.ts';

/** Spaces around a secret come along when it is copied; with them Slack's signatures would never match. */
export const SlackSettings = z.strictObject({
  enabled: z.boolean().optional(),
  botToken: textOfForm(/^\s*xoxb-\S+\s*$/, 'slackBotToken')
    .trim()
    .optional(),
  signingSecret: textOfForm(/^\s*\S.{6,}\S\s*$/s, 'slackSigningSecret')
    .trim()
    .optional(),
  nativePickers: z.boolean().optional(),
});

/** Slack waits 3 s for an acknowledgement. */
const ACK_MS = 2800;

/** The Slack channel. People answer in direct messages with an app (behaviour 4.1); copies are updated in place. */
export const slackKind: ChannelKind<typeof SlackSettings, OpenSlack> = {
  name: 'slack',
  displayName: 'Slack',
  canRewrite: true,
  tokenPolicy: 'before_answer',
  settingsSchema: SlackSettings,
  secrets: ['botToken', 'signingSecret'],
  needs: ['botToken', 'signingSecret'],
  capabilities: ({ nativePickers = false }) => capabilitiesOf(nativePickers),
  open({ enabled, botToken, signingSecret, nativePickers }, host) {
    return enabled && botToken && signingSecret ? openSlack({ botToken, signingSecret, nativePickers }, host) : null;
  },
  async preview(question, speech) {
    const { questionMessage } = await import('./render.ts');
    const { text, blocks } = questionMessage(question, { token: 'preview', speech });
    return { kind: 'blocks', text: text ?? '', blocks: (blocks ?? []).map((block) => ({ ...block })) };
  },
  routes: (opened) => webhook(opened, ACK_MS),
};

export type OpenSlack = OpenChannel & SlackEndpoint;

export function openSlack(options: SlackOptions, host: ChannelHost): OpenSlack {
  const { bot, lazily } = lazyBot(async () => (await import('./channel.ts')).createSlackBot(options, host));
  return {
    ...lazily,
    verify: createVerify({ signingSecret: options.signingSecret, now: host.now }),
    installation: async () => (await bot()).installation(),
    receive: async (event) => (await bot()).receive(event),
  };
}
