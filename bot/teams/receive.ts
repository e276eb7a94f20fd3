import { Application } from '@microsoft/teams-ai';
import { ActivityTypes, type TurnContext } from 'botbuilder';
import type { ChannelHost } from '../../contract/channel.ts';
import type { Person } from '../../contract/people.ts';
import { BUTTONS_POINTER, NOT_KNOWN } from '../shared/words.ts';
import { isPersonal, placeOf, type Activity } from './activity.ts';
import { buttonsOf } from './choices.ts';
import type { Connector, Content } from './connector.ts';
import type { Meetings } from './meeting.ts';
import { helpCard, inboxCard, type Card } from './render.ts';
import { takeAnswer } from './takeAnswer.ts';
import type { Verified } from './verify.ts';

interface Parts {
  host: ChannelHost;
  connector: Connector;
  meetings: Meetings;
  /** How long Teams may wait for its call to be acknowledged; what takes longer goes on behind it. In ms. */
  patienceMs: number;
  nativePickers: boolean;
}

/** So many of the questions that wait can be answered from the list. */
const LISTED = 10;
const TROUBLE = 'That did not work just now. What waits for you is in the web client, too:';
const ALONE_ONLY = 'I speak with one person at a time: write to me in a chat of our own.';

/** Does what an activity asks for. Resolves when it is done, or Teams has waited long enough. */
export type Receive = (verified: Verified) => Promise<void>;

/** The bot's side of a conversation: it meets people, takes their answers and tells them what waits (spec part 4.1). */
export function createReceive({ host, connector, meetings, patienceMs, nativePickers }: Parts): Receive {
  const bot = new Application({ startTypingTimer: false, removeRecipientMention: false });
  const turn = (work: (activity: Activity) => Promise<void>) => (context: TurnContext) =>
    withPatience(work(context.activity as unknown as Activity).catch(report), patienceMs);
  const forPerson = (work: (activity: Activity, person: Person) => Promise<void>) =>
    turn(async (activity) => {
      if (!isPersonal(activity)) return say(activity, ALONE_ONLY);
      try {
        const person = await meetings.meet(activity);
        await (person ? work(activity, person) : say(activity, NOT_KNOWN));
      } catch (error) {
        report(error);
        await say(activity, `${TROUBLE} ${host.publicUrl}`);
      }
    });

  const report = (error: unknown) => host.log.error({ err: error }, 'an activity of Teams could not be dealt with');
  const say = async (activity: Activity, content: Content) => void (await connector.send(placeOf(activity), content));

  /** In the place of the card that was pressed; beside it where that has gone. */
  async function show(activity: Activity, card: Content): Promise<void> {
    const { replyToId } = activity;
    if (!replyToId) return say(activity, card);
    await connector.update(placeOf(activity), replyToId, card).catch(() => say(activity, card));
  }

  async function answer(activity: Activity, person: Person): Promise<void> {
    const taken = await takeAnswer({ host, nativePickers }, person, activity);
    if ('text' in taken) return say(activity, taken.text);
    if (!taken.isListed) return show(activity, taken.card);
    await show(activity, await listFor(person));
    await say(activity, taken.card);
  }

  async function listFor(person: Person): Promise<Card> {
    const questions = await host.inbox(person);
    const items = questions.map(async (question, place) => ({
      question,
      token: place < LISTED && buttonsOf(question) ? await host.issueToken(question.requestId, person) : null,
    }));
    return inboxCard(await Promise.all(items));
  }

  bot.activity(
    ActivityTypes.InstallationUpdate,
    turn(async (activity) => void (await (activity.action === 'remove' ? meetings.leave : meetings.meet)(activity))),
  );
  bot.conversationUpdate(
    'membersAdded',
    turn(async (activity) => void (await meetings.meet(activity))),
  );
  bot.adaptiveCards.actionSubmit('answer', forPerson(answer));
  bot.message(
    /^\s*inbox\s*$/i,
    forPerson(async (activity, person) => say(activity, await listFor(person))),
  );
  bot.message(
    /^\s*help\s*$/i,
    forPerson((activity) => say(activity, helpCard())),
  );
  bot.activity(
    ActivityTypes.Message,
    forPerson((activity) => say(activity, BUTTONS_POINTER)),
  );

  return ({ activity, proof }) =>
    connector.adapter.processActivityDirect(proof, activity as never, async (context) => void (await bot.run(context)));
}

/** The work goes on when patience ends. */
async function withPatience(work: Promise<void>, patienceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, patienceMs)));
  await Promise.race([work, patience]);
  clearTimeout(timer);
}
