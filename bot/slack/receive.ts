import bolt, {
  type App,
  type BlockAction,
  type ButtonAction,
  type Context,
  type ReceiverEvent,
  type ViewSubmitAction,
} from '@slack/bolt';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../contract/channel.ts';
import type { Speech } from '../../contract/speech.ts';
import { commandIn, type Command } from '../shared/commands.ts';
import { ANSWER_ACTION, NOTICE_ACTION, OPEN_FORM_ACTION, OPEN_WEB_ACTION } from './blocks.ts';
import { quietLogger } from './callSlack.ts';
import { listFor, publishHome, replyMessage, type SlackServices } from './replies.ts';
import { helpMessage } from './inbox.ts';
import type { SlackMessage } from './limits.ts';
import { FORM_CALLBACK } from './modal.ts';
import { openForm, answerAction } from './actions.ts';
import { noticeAction } from './noticeActions.ts';
import { submitForm } from './viewSubmissions.ts';

/** Handles one verified call from Slack. */
export type Receive = (event: ReceiverEvent) => Promise<void>;

/** Slack's third and last retry of an event comes after about six minutes. */
const REPEATS_END_MS = 600_000;
const MOST_EVENTS = 10_000;
const COMMAND = '/handback';

/** Handles the app's incoming events: answers, `help` and `inbox` (behaviour 4.1). */
export async function createReceive(slack: SlackServices, botToken: string): Promise<Receive> {
  const app = new bolt.App({
    receiver: { init: () => {}, start: async () => {}, stop: async () => {} },
    authorize: async () => ({ botToken }), // no call to Slack before the acknowledgement
    logger: quietLogger(slack.host.log),
    convoStore: false,
    ignoreSelf: false,
    deferInitialization: true,
    extendedErrorHandler: true,
  });
  app.error(async ({ error, context }: { error: Error; context: Context }) =>
    servicesWithLog(slack, context).host.log.error({ err: error }, 'a call of Slack could not be dealt with'),
  );
  takeActions(app, slack);
  takeEvents(app, slack);
  app.command(COMMAND, async ({ ack, command, respond, context }) => {
    await ack();
    const asked = commandIn(command.text) ?? 'inbox';
    await respond({
      ...(await replyTo(servicesWithLog(slack, context), command.user_id, asked)),
      response_type: 'ephemeral',
    });
  });
  await app.init();
  return (event) => app.processEvent(event);
}

/** The services with the log of the current call. */
function servicesWithLog(slack: SlackServices, context: Context): SlackServices {
  const log = (context['log'] as Log | undefined) ?? slack.host.log;
  return { ...slack, host: { ...slack.host, log } };
}

function takeActions(app: App, slack: SlackServices): void {
  app.action<BlockAction<ButtonAction>>(
    new RegExp(`^${ANSWER_ACTION}:\\d+$`),
    async ({ ack, body, action, context }) => {
      await ack();
      await answerAction(servicesWithLog(slack, context), { body, action });
    },
  );
  app.action<BlockAction<ButtonAction>>(
    new RegExp(`^${NOTICE_ACTION}:\\d+$`),
    async ({ ack, body, action, context }) => {
      await ack();
      await noticeAction(servicesWithLog(slack, context), { body, action });
    },
  );
  app.action<BlockAction<ButtonAction>>(
    new RegExp(`^${OPEN_FORM_ACTION}(:\\d+)?$`),
    async ({ ack, body, action, context }) => {
      await Promise.all([ack(), openForm(servicesWithLog(slack, context), { body, action })]);
    },
  );
  app.action(OPEN_WEB_ACTION, async ({ ack }) => ack());
  app.view<ViewSubmitAction>({ callback_id: FORM_CALLBACK, type: 'view_submission' }, async ({ ack, body, context }) =>
    submitForm(servicesWithLog(slack, context), { body, ack }),
  );
}

function takeEvents(app: App, slack: SlackServices): void {
  const { people, patient, host } = slack;
  const dealtWith = new LRUCache<string, true>({
    max: MOST_EVENTS,
    ttl: REPEATS_END_MS,
    perf: { now: host.now },
    ttlResolution: 0,
  });
  const isNew = ({ event_id: id }: { event_id: string }): boolean => {
    if (dealtWith.has(id)) return false;
    dealtWith.set(id, true);
    return true;
  };

  app.event('app_home_opened', async ({ event, body, context }) => {
    if (event.tab !== 'home' || !isNew(body)) return;
    await publishHome(servicesWithLog(slack, context), event.user, await people.personOf(event.user));
  });

  app.event('message', async ({ event, body, context }) => {
    if (event.subtype !== undefined && event.subtype !== 'file_share' && event.subtype !== 'thread_broadcast') return;
    const isOfPerson = !('bot_id' in event && event.bot_id !== undefined) && event.user !== undefined;
    if (event.channel_type !== 'im' || !isOfPerson || !isNew(body)) return;
    const hasFiles = event.subtype === 'file_share' || ('files' in event && (event.files?.length ?? 0) > 0);
    const asked = hasFiles ? 'files' : commandIn(event.text ?? '');
    const reply = await replyTo(servicesWithLog(slack, context), event.user, asked);
    const thread = event.thread_ts === undefined ? {} : { thread_ts: event.thread_ts };
    await patient.chat.postMessage({ channel: event.channel, ...reply, ...thread });
  });
}

/** @param asked what the message asks for; null: nothing that the bot knows; files: it had files */
async function replyTo(slack: SlackServices, userId: string, asked: Command | 'files' | null): Promise<SlackMessage> {
  if (asked === 'inbox') return inboxFor(slack, userId);
  const speech = await speechOfWriter(slack, userId);
  if (asked === 'help') return helpMessage(speech);
  if (asked === null) return replyMessage({ text: speech.say('bot.pointer') }, speech);
  const pointer = slack.nativePickers ? 'slack.filesPointer' : 'bot.filesInWeb'; // without pickers no form takes files
  return replyMessage({ text: speech.say(pointer), webUrl: slack.host.inboxUrl }, speech);
}

/** The writer's language; falls back if they cannot be looked up. */
async function speechOfWriter({ people, host }: SlackServices, userId: string): Promise<Speech> {
  const person = await people.personOf(userId).catch((error: unknown) => {
    host.log.warn({ err: error }, 'Slack or the directory does not say which language somebody reads');
    return null;
  });
  return people.speechOf(userId, { person });
}

async function inboxFor(slack: SlackServices, userId: string): Promise<SlackMessage> {
  const { people, host } = slack;
  try {
    const person = await people.personOf(userId);
    const speech = people.speechOf(userId, { person });
    if (!person) return replyMessage({ text: speech.say('bot.notKnown') }, speech);
    return await listFor(slack, person, speech);
  } catch (error) {
    host.log.error({ err: error }, 'an inbox could not be shown in Slack');
    const speech = people.speechOf(userId);
    return replyMessage({ text: speech.say('slack.noInbox'), webUrl: host.inboxUrl }, speech);
  }
}
