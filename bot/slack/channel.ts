import { z } from 'zod';
import {
  PostFailed,
  type ChannelKind,
  type ChannelParts,
  type OpenChannel,
  type Recipient,
} from '../../contract/channel.ts';
import { TEST_NOTICE } from '../shared/words.ts';
import { createPatientClient, createQuickClient } from './callSlack.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { Desk } from './desk.ts';
import { createPeople } from './people.ts';
import { createPost } from './post.ts';
import { createReceive } from './receive.ts';
import { createVerify } from './verify.ts';
import { webhook } from './webhook.ts';

export const SlackSettings = z.strictObject({
  enabled: z.boolean({ error: 'Choose yes or no.' }).optional(),
  botToken: z
    .string({ error: 'Enter the bot token of the Slack app.' })
    .regex(/^xoxb-\S+$/, { error: 'A bot token begins with xoxb-.' })
    .optional(),
  signingSecret: z
    .string({ error: 'Enter the signing secret of the Slack app.' })
    .min(8, { error: 'A signing secret is longer.' })
    .optional(),
  nativePickers: z.boolean({ error: 'Choose yes or no.' }).optional(),
});

const SLACK_ORIGIN = 'https://slack.com';
/** Slack waits 3 s for an answer. */
const ACK_MS = 2800;
const CHECK_MS = 2000;

export interface SlackOptions {
  botToken: string;
  signingSecret: string;
  nativePickers: boolean;
  /** How long a submitted form may be checked before Slack is answered, in ms. */
  checkMs?: number;
}

/** Slack as one of the channels that can be configured. */
export const slackKind: ChannelKind = {
  name: 'slack',
  displayName: 'Slack',
  settingsSchema: SlackSettings,
  create(settings, parts) {
    const { enabled, botToken, signingSecret, nativePickers = false } = settings as z.infer<typeof SlackSettings>;
    return enabled && botToken && signingSecret
      ? createSlackChannel({ botToken, signingSecret, nativePickers }, parts)
      : null;
  },
};

/** People answer in direct messages of an app (behaviour 4.1); copies are rewritten where they stand. */
export function createSlackChannel(options: SlackOptions, parts: ChannelParts): OpenChannel {
  const { botToken, signingSecret, nativePickers, checkMs = CHECK_MS } = options;
  const { log, now } = parts;
  const access = { botToken, apiUrl: `${parts.originOf(SLACK_ORIGIN)}/api/`, log, now };
  const quick = createQuickClient(access);
  const patient = createPatientClient(access);
  let posts: ReturnType<typeof createPost> | null = null;
  const started = () => {
    if (!posts) throw new PostFailed('The server has not started yet.', 0);
    return posts;
  };

  return {
    name: slackKind.name,
    displayName: slackKind.displayName,
    capabilities: capabilitiesOf(nativePickers),
    canRewrite: true,
    tokenPolicy: 'before_answer',
    post: async (posting) => started().post(posting),
    rewrite: async (address, posting) => started().rewrite(address, posting),
    async sendTest(recipient: Recipient) {
      await started().post({ deliveryId: 'test', message: TEST_NOTICE, recipient, token: null, isRepeated: false });
    },
    routes(host) {
      const people = createPeople({ host, client: patient });
      posts = createPost({ client: quick, people, nativePickers, log, now });
      const desk: Desk = { host, people, quick, patient, nativePickers, checkMs };
      const verify = createVerify({ signingSecret, now });
      return async (app) => {
        const receive = await createReceive(desk, botToken);
        await app.register(webhook({ verify, receive, ackMs: ACK_MS }));
      };
    },
  };
}
