import { Application } from '@microsoft/teams-ai';
import { ActivityTypes, type TurnContext } from 'botbuilder';
import type { ChannelHost } from '../../contract/channel.ts';
import type { Person } from '../../contract/people.ts';
import { BUTTONS_POINTER, NOT_KNOWN } from '../shared/words.ts';
import { isPersonal, type Activity } from './activity.ts';
import type { Connector } from './connector.ts';
import { createConversation } from './conversation.ts';
import type { Meetings } from './meeting.ts';
import { helpCard } from './render.ts';
import type { Verified } from './verify.ts';

interface Parts {
  host: ChannelHost;
  connector: Connector;
  meetings: Meetings;
  /** How long Teams may wait for its call to be acknowledged; what takes longer goes on behind it. In ms. */
  patienceMs: number;
  nativePickers: boolean;
}

const TROUBLE = 'That did not work just now. What waits for you is in the web client, too:';
const ALONE_ONLY = 'I speak with one person at a time: write to me in a chat of our own.';

export interface Receiver {
  /** Does what an activity asks for. Resolves when it is done, or Teams has waited long enough. */
  receive(verified: Verified): Promise<void>;
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>;
}

/** The bot's ears: it meets people, takes their answers and tells them what waits (spec part 4.1). */
export function createReceiver({ host, connector, meetings, patienceMs, nativePickers }: Parts): Receiver {
  const { say, answer, list } = createConversation({ host, connector, nativePickers });
  const underWay = new Set<Promise<void>>();
  const report = (error: unknown) => host.log.error({ err: error }, 'an activity of Teams could not be dealt with');

  const turn = (work: (activity: Activity) => Promise<unknown>) => (context: TurnContext) => {
    const done: Promise<void> = work(context.activity as unknown as Activity)
      .then(() => undefined, report)
      .finally(() => underWay.delete(done));
    underWay.add(done);
    return withPatience(done, patienceMs);
  };

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

  const installed = turn((activity) =>
    activity.action === 'remove' ? meetings.leave(activity) : meetings.meet(activity),
  );
  const help = forPerson((activity) => say(activity, helpCard()));
  const point = forPerson((activity) => say(activity, BUTTONS_POINTER));

  const bot = new Application({ startTypingTimer: false, removeRecipientMention: false });
  bot.activity(ActivityTypes.InstallationUpdate, installed);
  bot.conversationUpdate('membersAdded', turn(meetings.meet));
  bot.adaptiveCards.actionSubmit('answer', forPerson(answer));
  bot.message(/^\s*inbox\s*$/i, forPerson(list));
  bot.message(/^\s*help\s*$/i, help);
  bot.activity(ActivityTypes.Message, point);

  return {
    receive: ({ activity, proof }) =>
      connector.adapter.processActivityDirect(
        proof,
        activity as never,
        async (context) => void (await bot.run(context)),
      ),
    idle: async () => void (await Promise.all(underWay)),
  };
}

/** The work goes on when patience ends. */
async function withPatience(work: Promise<void>, patienceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, patienceMs)));
  await Promise.race([work, patience]);
  clearTimeout(timer);
}
