import type { ChannelHost, OpenChannel } from '../../contract/channel.ts';
import { speechFor } from '../../contract/speech.ts';
import { testNotice } from '../shared/words.ts';
import { createPatientClient, createQuickClient } from './callSlack.ts';
import type { SlackServices } from './replies.ts';
import { createFiles } from './files.ts';
import { createInstallation, type Installation } from './installation.ts';
import { createPeople } from './people.ts';
import { createPost } from './post.ts';
import { createReceive, type Receive } from './receive.ts';

const SLACK_ORIGIN = 'https://slack.com';
const CHECK_MS = 2000;

export interface SlackOptions {
  botToken: string;
  signingSecret: string;
  nativePickers?: boolean;
  /** The longest time to check a submitted form before answering Slack, in ms. */
  checkMs?: number;
}

export interface SlackBot extends OpenChannel {
  receive: Receive;
  installation: () => Promise<Installation | null>;
}

/** The bot of a configured app. */
export async function createSlackBot(options: SlackOptions, host: ChannelHost): Promise<SlackBot> {
  const { botToken, nativePickers = false, checkMs = CHECK_MS } = options;
  const { log, now } = host;
  const access = { botToken, apiUrl: `${host.originOf(SLACK_ORIGIN)}/api/`, log, now };
  const quick = createQuickClient(access);
  const patient = createPatientClient(access);
  const people = createPeople({ host, client: patient });
  const slack: SlackServices = {
    host,
    people,
    files: createFiles({ host, client: quick, botToken }),
    quick,
    patient,
    nativePickers,
    checkMs,
  };
  const { post, rewrite } = createPost({ client: quick, people, nativePickers, log, now });

  return {
    post,
    rewrite,
    localeOf: async (person, copy) => (copy ?? (await people.find(person)))?.['locale'],
    async sendTest(recipient) {
      const { locale } = (await people.find(recipient.person)) ?? {};
      const message = testNotice(speechFor(locale, recipient.person.language));
      await post({ deliveryId: 'test', message, recipient, token: null, isRepeated: false });
    },
    receive: await createReceive(slack, botToken),
    installation: createInstallation({ client: quick, log }),
  };
}
