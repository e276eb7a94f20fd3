import type { ChannelHost } from '../../contract/channel.ts';
import type { Outcome } from '../../contract/messages.ts';
import type { Person } from '../../contract/people.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import { NOT_KNOWN, whenFailed } from '../shared/words.ts';
import { section, withLink } from './blocks.ts';
import type { SlackClient } from './callSlack.ts';
import { homeView, inboxMessage, type InboxItem } from './inbox.ts';
import type { SlackMessage } from './limits.ts';
import { whyNoForm } from './modal.ts';
import type { People } from './people.ts';
import type { Place } from './place.ts';
import { outcomeMessage } from './render.ts';
import { fallback } from './text.ts';

/** All that is needed to deal with what people do in Slack. */
export interface Desk {
  host: ChannelHost;
  people: People;
  /** Gives up at once; for what Slack does not wait for. */
  quick: SlackClient;
  /** Waits when Slack asks for it. */
  patient: SlackClient;
  nativePickers: boolean;
  /** How long a submitted form may be checked before Slack is answered, in ms. */
  checkMs: number;
}

/** Something to tell a person, with the way that is still open to them. */
export interface Word {
  text: string;
  webUrl?: string;
}

/** The address at the end of a text becomes a button: Slack makes no links in plain text. */
export function wordFor(code: ProblemCode, webUrl: string): Word {
  const text = whenFailed(code, webUrl);
  return text.endsWith(webUrl) ? { text: text.slice(0, -webUrl.length).trimEnd(), webUrl } : { text };
}

/** So many of the questions that wait can be answered from a list; each takes a token of its own. */
const LISTED = 10;

export const wordMessage = ({ text, webUrl }: Word): SlackMessage => ({
  text: fallback(text),
  blocks: [webUrl === undefined ? section(text) : withLink(text, webUrl)],
});

/** What waits for a person, with a token where a press or a form in Slack can answer. */
export async function inboxOf(
  { host, nativePickers }: Pick<Desk, 'host' | 'nativePickers'>,
  person: Person,
): Promise<InboxItem[]> {
  const questions = await host.inbox(person);
  const items = questions.map(async (question, place) => {
    const isAnswerable = place < LISTED && whyNoForm(question, nativePickers) === null;
    return { question, token: isAnswerable ? await host.issueToken(question.requestId, person) : null };
  });
  return Promise.all(items);
}

/** The App Home tab of somebody, as it is now. */
export async function publishHome(desk: Desk, userId: string, person: Person | null): Promise<void> {
  const view = person
    ? homeView(await inboxOf(desk, person), desk.nativePickers)
    : { type: 'home' as const, blocks: wordMessage({ text: NOT_KNOWN }).blocks };
  await desk.patient.views.publish({ user_id: userId, view });
}

/** Says something to one person, beside what they pressed. */
export async function tell({ patient }: Desk, userId: string, place: Place, word: Word): Promise<void> {
  const message = wordMessage(word);
  if (place.kind === 'whisper') return void (await place.respond({ ...message, replace_original: false }));
  if (place.kind !== 'home')
    return void (await patient.chat.postEphemeral({ channel: place.channel, user: userId, ...message }));
  const { channel } = await patient.conversations.open({ users: userId });
  await patient.chat.postMessage({ channel: channel!.id!, ...message });
}

/** Brings what was pressed to the outcome of its question; a list of questions, to what is left of it. */
export async function show(
  desk: Desk,
  { userId, person, place }: { userId: string; person: Person; place: Place },
  outcome: Outcome,
): Promise<void> {
  const { host, patient } = desk;
  try {
    if (place.kind === 'home') return await publishHome(desk, userId, person);
    if (place.kind === 'copy') {
      const { channel, ts } = place;
      return void (await patient.chat.update({ channel, ts, ...outcomeMessage(outcome) }));
    }
    const rest = inboxMessage(await inboxOf(desk, person), desk.nativePickers);
    if (place.kind === 'whisper') return void (await place.respond({ ...rest, replace_original: true }));
    await patient.chat.update({ channel: place.channel, ts: place.ts, ...rest });
  } catch (error) {
    host.log.warn({ err: error }, 'what was pressed in Slack could not be brought up to date');
    await tell(desk, userId, place, { text: outcome.text, webUrl: outcome.webUrl });
  }
}
