import type { ChannelHost } from '../../contract/channel.ts';
import type { Outcome } from '../../contract/messages.ts';
import type { Person } from '../../contract/people.ts';
import type { RefusedCode } from '../shared/takeAnswer.ts';
import type { Speech } from '../../contract/speech.ts';
import { spokenOutcome } from '../../contract/spoken.ts';
import { whenFailed } from '../shared/words.ts';
import { section, withLink } from './blocks.ts';
import type { SlackClient } from './callSlack.ts';
import { homeView, inboxMessage, type InboxItem } from './inbox.ts';
import type { Files } from './files.ts';
import type { SlackMessage } from './limits.ts';
import { whyNoForm } from './modal.ts';
import type { People } from './people.ts';
import type { ActionSource } from './actionSource.ts';
import { outcomeMessage } from './render.ts';
import { fallback } from './text.ts';

/** All that is needed to deal with what people do in Slack. */
export interface SlackServices {
  host: ChannelHost;
  people: People;
  files: Files;
  /** Gives up at once; for what Slack does not wait for. */
  quick: SlackClient;
  /** Waits when Slack asks for it. */
  patient: SlackClient;
  nativePickers: boolean;
  /** How long a submitted form may be checked before Slack is answered, in ms. */
  checkMs: number;
}

/** Something to tell a person, with the way that is still open to them. */
export interface Reply {
  text: string;
  webUrl?: string;
}

/** The address at the end of a text becomes a button: Slack makes no links in plain text. */
export function refusalReply(code: RefusedCode, webUrl: string, speech: Speech): Reply {
  const text = whenFailed(code, webUrl, speech);
  return text.endsWith(webUrl) ? { text: text.slice(0, -webUrl.length).trimEnd(), webUrl } : { text };
}

/** So many of the questions that wait can be answered from a list; each takes a token of its own. */
const LISTED = 10;

export const replyMessage = ({ text, webUrl }: Reply, { say }: Speech): SlackMessage => ({
  text: fallback(text),
  blocks: [webUrl === undefined ? section(text) : withLink(text, webUrl, say('message.open'))],
});

/** What waits for a person, with a token where a press or a form in Slack can answer. */
export async function inboxOf(
  { host, nativePickers }: Pick<SlackServices, 'host' | 'nativePickers'>,
  person: Person,
  speech: Speech,
): Promise<InboxItem[]> {
  const questions = await host.inbox(person);
  const items = questions.map(async (question, index) => {
    const isAnswerable = index < LISTED && whyNoForm(question, nativePickers, speech) === null;
    return { question, token: isAnswerable ? await host.issueToken(question.requestId, person) : null };
  });
  return Promise.all(items);
}

/** The App Home tab of somebody, as it is now. */
export async function publishHome(slack: SlackServices, userId: string, person: Person | null): Promise<void> {
  const speech = slack.people.speechOf(userId, { person });
  const view = person
    ? homeView(await inboxOf(slack, person, speech), slack.nativePickers, speech)
    : { type: 'home' as const, blocks: replyMessage({ text: speech.say('bot.notKnown') }, speech).blocks };
  await slack.patient.views.publish({ user_id: userId, view });
}

/** Says something to one person, beside what they pressed. */
export async function tell(
  { patient }: SlackServices,
  { userId, source, speech }: { userId: string; source: ActionSource; speech: Speech },
  word: Reply,
): Promise<void> {
  const message = replyMessage(word, speech);
  if (source.kind === 'ephemeral') return void (await source.respond({ ...message, replace_original: false }));
  if (source.kind !== 'home')
    return void (await patient.chat.postEphemeral({ channel: source.channel, user: userId, ...message }));
  const { channel } = await patient.conversations.open({ users: userId });
  await patient.chat.postMessage({ channel: channel!.id!, ...message });
}

/** Brings what was pressed to the outcome of its question; a list of questions, to what is left of it. */
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
    const rest = inboxMessage(await inboxOf(slack, person, speech), slack.nativePickers, speech);
    if (source.kind === 'ephemeral') return void (await source.respond({ ...rest, replace_original: true }));
    await patient.chat.update({ channel: source.channel, ts: source.ts, ...rest });
  } catch (error) {
    host.log.warn({ err: error }, 'what was pressed in Slack could not be brought up to date');
    const { text, webUrl } = spokenOutcome(outcome, speech);
    await tell(slack, { userId, source, speech }, { text, webUrl });
  }
}
