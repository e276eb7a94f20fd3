import { z } from 'zod';
import type { ChannelHost, ChannelKind, OpenChannel } from '../../contract/channel.ts';
import { textOfForm } from '../../contract/failsAs.ts';
import { whenUsed } from '../shared/whenUsed.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { SlackOptions } from './channel.ts';
import { createVerify } from './verify.ts';
import { webhook, type SlackDoor } from './webhook.ts';

export const SlackSettings = z.strictObject({
  enabled: z.boolean().optional(),
  botToken: textOfForm(/^xoxb-\S+$/, 'slackBotToken').optional(),
  signingSecret: textOfForm(/^.{8,}$/s, 'slackSigningSecret').optional(),
  nativePickers: z.boolean().optional(),
});

/** Slack waits 3 s for an answer. */
const ACK_MS = 2800;

/**
 * Slack as one of the channels that can be configured. People answer in direct messages of an app (behaviour 4.1); copies
 * are rewritten where they stand.
 */
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

export type OpenSlack = OpenChannel & SlackDoor;

export function openSlack(options: SlackOptions, host: ChannelHost): OpenSlack {
  const { bot, lazily } = whenUsed(async () => (await import('./channel.ts')).createSlackBot(options, host));
  return {
    ...lazily,
    verify: createVerify({ signingSecret: options.signingSecret, now: host.now }),
    installation: async () => (await bot()).installation(),
    receive: async (event) => (await bot()).receive(event),
  };
}
