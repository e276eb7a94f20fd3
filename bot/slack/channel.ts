import { z } from 'zod';
import type { ChannelHost, ChannelKind, OpenChannel } from '../../contract/channel.ts';
import { textOfForm } from '../../contract/failsAs.ts';
import { TEST_NOTICE } from '../shared/words.ts';
import { createPatientClient, createQuickClient } from './callSlack.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { SlackServices } from './replies.ts';
import { createInstallation } from './installation.ts';
import { createPeople } from './people.ts';
import { createPost } from './post.ts';
import { createReceive } from './receive.ts';
import { createVerify } from './verify.ts';
import { webhook } from './webhook.ts';

export const SlackSettings = z.strictObject({
  enabled: z.boolean().optional(),
  botToken: textOfForm(/^xoxb-\S+$/, 'slackBotToken').optional(),
  signingSecret: textOfForm(/^.{8,}$/s, 'slackSigningSecret').optional(),
  nativePickers: z.boolean().optional(),
});

const SLACK_ORIGIN = 'https://slack.com';
/** Slack waits 3 s for an answer. */
const ACK_MS = 2800;
const CHECK_MS = 2000;

export interface SlackOptions {
  botToken: string;
  signingSecret: string;
  nativePickers?: boolean;
  /** How long a submitted form may be checked before Slack is answered, in ms. */
  checkMs?: number;
}

/**
 * Slack as one of the channels that can be configured. People answer in direct messages of an app (behaviour 4.1); copies
 * are rewritten where they stand.
 */
export const slackKind: ChannelKind<typeof SlackSettings> = {
  name: 'slack',
  displayName: 'Slack',
  canRewrite: true,
  tokenPolicy: 'before_answer',
  settingsSchema: SlackSettings,
  capabilities: ({ nativePickers = false }) => capabilitiesOf(nativePickers),
  open({ enabled, botToken, signingSecret, nativePickers }, host) {
    return enabled && botToken && signingSecret ? openSlack({ botToken, signingSecret, nativePickers }, host) : null;
  },
};

export function openSlack(options: SlackOptions, host: ChannelHost): OpenChannel {
  const { botToken, signingSecret, nativePickers = false, checkMs = CHECK_MS } = options;
  const { log, now } = host;
  const access = { botToken, apiUrl: `${host.originOf(SLACK_ORIGIN)}/api/`, log, now };
  const quick = createQuickClient(access);
  const patient = createPatientClient(access);
  const people = createPeople({ host, client: patient });
  const slack: SlackServices = { host, people, quick, patient, nativePickers, checkMs };
  const { post, rewrite } = createPost({ client: quick, people, nativePickers, log, now });

  return {
    post,
    rewrite,
    async sendTest(recipient) {
      await post({ deliveryId: 'test', message: TEST_NOTICE, recipient, token: null, isRepeated: false });
    },
    async routes(app) {
      const installation = createInstallation({ client: quick, log });
      const receive = await createReceive(slack, botToken);
      await app.register(
        webhook({ verify: createVerify({ signingSecret, now }), installation, receive, ackMs: ACK_MS }),
      );
    },
  };
}
