import type { HomeView } from '@slack/types';
import type { ChannelHost } from '../../contract/channel.ts';
import type { Outcome } from '../../contract/messages.ts';
import type { Person } from '../../contract/people.ts';
import type { RefusedCode } from '../shared/takeAnswer.ts';
import type { Speech } from '../../contract/speech.ts';
import { spokenOutcome } from '../../contract/spoken.ts';
import { whenFailed } from '../shared/words.ts';
import { section, withLink } from './blocks.ts';
import { respondTo, type SlackClient } from './callSlack.ts';
import { homeView, inboxMessage, type InboxItem } from './inbox.ts';
import type { Files } from './files.ts';
import type { SlackMessage } from './limits.ts';
import { whyNoForm } from './modal.ts';
import type { People } from './people.ts';
import type { ActionSource } from './actionSource.ts';
import { outcomeMessage } from './render.ts';
import { fallback } from './text.ts';

/** The services for handling people's actions in Slack. */
export interface SlackServices {
  host: ChannelHost;
  people: People;
  files: Files;
  /** Without retries, for calls before the acknowledgement. */
  quick: SlackClient;
  /** Honours `Retry-After`. */
  patient: SlackClient;
  nativePickers: boolean;
  /** The longest time to check a submitted form before answering Slack, in ms. */
  checkMs: number;
}

/** A message to a person, with where they can still act. */
export interface Reply {
  text: string;
  webUrl?: string;
}

/** Turns the URL at the end of a text into a button, because Slack does not link URLs in plain text. */
export function refusalReply(code: RefusedCode, webUrl: string, speech: Speech): Reply {
  const text = whenFailed(code, webUrl, speech);
  return text.endsWith(webUrl) ? { text: text.slice(0, -webUrl.length).trimEnd(), webUrl } : { text };
}

/** The most questions in a list that can be answered there; each needs its own token. */
const LISTED = 10;

export const replyMessage = ({ text, webUrl }: Reply, { say }: Speech): SlackMessage => ({
  text: fallback(text),
  blocks: [webUrl === undefined ? section(text) : withLink(text, webUrl, say('message.open'))],
});

/** A person's pending questions, with a token if they can be answered in Slack, and how many there are in all. */
async function inboxOf(
  { host, nativePickers }: Pick<SlackServices, 'host' | 'nativePickers'>,
  person: Person,
  speech: Speech,
): Promise<{ items: InboxItem[]; total: number }> {
  const { questions, total } = await host.inbox(person);
  const items = questions.map(async (question, index) => {
    const isAnswerable = index < LISTED && whyNoForm(question, nativePickers, speech) === null;
    return { question, token: isAnswerable ? await host.issueToken(question.requestId, person) : null };
  });
  return { items: await Promise.all(items), total };
}

/** A person's pending questions as a message. */
export async function listFor(slack: SlackServices, person: Person, speech: Speech): Promise<SlackMessage> {
  const { items, total } = await inboxOf(slack, person, speech);
  return inboxMessage(items, { total, inboxUrl: slack.host.inboxUrl }, slack.nativePickers, speech);
}

async function homeFor(slack: SlackServices, person: Person, speech: Speech): Promise<HomeView> {
  const { items, total } = await inboxOf(slack, person, speech);
  return homeView(items, { total, inboxUrl: slack.host.inboxUrl }, slack.nativePickers, speech);
}

/** Publishes a person's App Home tab. */
export async function publishHome(slack: SlackServices, userId: string, person: Person | null): Promise<void> {
  const speech = slack.people.speechOf(userId, { person });
  const view = person
    ? await homeFor(slack, person, speech)
    : { type: 'home' as const, blocks: replyMessage({ text: speech.say('bot.notKnown') }, speech).blocks };
  await slack.patient.views.publish({ user_id: userId, view });
}

/** Sends a message that only this person sees, beside the pressed button. */
export async function tell(
  { patient }: SlackServices,
  { userId, source, speech }: { userId: string; source: ActionSource; speech: Speech },
  word: Reply,
): Promise<void> {
  const message = replyMessage(word, speech);
  if (source.kind === 'ephemeral') return respondTo(source.url, { ...message, replace_original: false });
  if (source.kind !== 'home')
    return void (await patient.chat.postEphemeral({ channel: source.channel, user: userId, ...message }));
  const { channel } = await patient.conversations.open({ users: userId });
  await patient.chat.postMessage({ channel: channel!.id!, ...message });
}

/** Updates the pressed message to its question's outcome, or a list to its remaining questions. */
export async function show(
  slack: SlackServices,
  { userId, person, source }: { userId: string; person: Person; source: ActionSource },
  outcome: Outcome,
): Promise<void> {
  const { host, patient } = slack;
  const speech = slack.people.speechOf(userId, { person });
  try {
    if (source.kind === 'home') return await publishHome(slack, userId, person);
    if (source.kind === 'copy') {
      const { channel, ts } = source;
      return void (await patient.chat.update({ channel, ts, ...outcomeMessage(outcome, { speech }) }));
    }
    const rest = await listFor(slack, person, speech);
    if (source.kind === 'ephemeral') return await respondTo(source.url, { ...rest, replace_original: true });
    await patient.chat.update({ channel: source.channel, ts: source.ts, ...rest });
  } catch (error) {
    host.log.warn({ err: error }, 'what was pressed in Slack could not be brought up to date');
    const { text, webUrl } = spokenOutcome(outcome, speech);
    await tell(slack, { userId, source, speech }, { text, webUrl });
  }
}
