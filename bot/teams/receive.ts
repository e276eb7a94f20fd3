import { Application } from '@microsoft/teams-ai';
import { ActivityTypes, type TurnContext } from 'botbuilder';
import pTimeout from 'p-timeout';
import type { ChannelHost, Log } from '../../contract/channel.ts';
import type { Person } from '../../contract/people.ts';
import { commandIn, type Command } from '../shared/commands.ts';
import { hasFiles, isPersonal, type Activity } from './activity.ts';
import type { Connector } from './connector.ts';
import { createConversation, speechOf, type Conversation } from './conversation.ts';
import type { ConversationAddresses } from './conversationAddresses.ts';
import { helpCard } from './render.ts';
import type { Verified } from './verify.ts';

interface Parts {
  host: ChannelHost;
  connector: Connector;
  conversations: ConversationAddresses;
  /** The longest time to acknowledge a call, in ms; longer work continues afterwards. */
  patienceMs: number;
  nativePickers: boolean;
}

export interface Receiver {
  /**
   * Handles an activity. Resolves when it is done or `patienceMs` has passed.
   * @param log has the call's id, also after the acknowledgement
   */
  receive(verified: Verified, log: Log): Promise<void>;
  /** Resolves when no work is in progress. */
  idle(): Promise<void>;
}

/** The handlers of one call. */
interface Call extends Conversation {
  log: Log;
  report(error: unknown): void;
}

const asks = (command: Command) => async (context: TurnContext) =>
  context.activity.type === ActivityTypes.Message && commandIn(context.activity.text ?? '') === command;

/** The key of the call's log in its context. */
const LOG = Symbol('log');

/** The reply to a message that is no command: where answers are taken, or files. */
function pointerFor(activity: Activity, person: Person, { inboxUrl }: Pick<ChannelHost, 'inboxUrl'>): string {
  const { say } = speechOf(activity, person);
  return hasFiles(activity) ? `${say('bot.filesInWeb')} ${inboxUrl}` : say('bot.pointer');
}

/** Handles the bot's incoming activities: new conversations, answers, `help` and `inbox` (behaviour 4.1). */
export function createReceiver({ host, connector, conversations, patienceMs, nativePickers }: Parts): Receiver {
  const underWay = new Set<Promise<void>>();

  function callOf({ turnState }: TurnContext): Call {
    const log = turnState.get<Log>(LOG);
    return {
      ...createConversation({ host: { ...host, log }, connector, nativePickers }),
      log,
      report: (error) => log.error({ err: error }, 'an activity of Teams could not be dealt with'),
    };
  }

  const turn = (work: (activity: Activity, call: Call) => Promise<unknown>) => (context: TurnContext) => {
    const call = callOf(context);
    const done: Promise<void> = work(context.activity as unknown as Activity, call)
      .then(() => undefined, call.report)
      .finally(() => underWay.delete(done));
    underWay.add(done);
    return pTimeout(done, { milliseconds: patienceMs, fallback: () => {} }); // the work continues
  };

  const forPerson = (work: (call: Call, activity: Activity, person: Person) => Promise<void>) =>
    turn(async (activity, call) => {
      if (!isPersonal(activity)) return call.say(activity, speechOf(activity).say('teams.aloneOnly'));
      let speech = speechOf(activity);
      try {
        const person = await conversations.meet(activity, call.log);
        if (!person) return await call.say(activity, speech.say('bot.notKnown'));
        speech = speechOf(activity, person);
        await work(call, activity, person);
      } catch (error) {
        call.report(error);
        await call.say(activity, speech.say('teams.trouble', { webUrl: host.inboxUrl }));
      }
    });

  const meet = turn((activity, { log }) => conversations.meet(activity, log));
  const leave = turn((activity) => conversations.leave(activity));
  const answer = forPerson((call, ...from) => call.answer(...from));
  const act = forPerson((call, ...from) => call.act(...from));
  const bring = forPerson((call, ...from) => call.bring(...from));
  const list = forPerson((call, ...from) => call.list(...from));
  const help = forPerson(({ say }, activity, person) => say(activity, helpCard(speechOf(activity, person))));
  const point = forPerson(({ say }, activity, person) => say(activity, pointerFor(activity, person, host)));

  const bot = new Application({ startTypingTimer: false, removeRecipientMention: false });
  bot.activity(ActivityTypes.InstallationUpdate, (context) =>
    (context.activity as unknown as Activity).action === 'remove' ? leave(context) : meet(context),
  );
  bot.conversationUpdate('membersAdded', meet);
  bot.adaptiveCards.actionSubmit('answer', answer);
  bot.adaptiveCards.actionSubmit('act', act);
  bot.adaptiveCards.actionSubmit('show', bring);
  bot.message(asks('inbox'), list);
  bot.message(asks('help'), help);
  bot.activity(ActivityTypes.Message, point);

  return {
    receive: ({ activity, proof }, log) =>
      connector.adapter.processActivityDirect(proof, activity as never, async (context) => {
        context.turnState.set(LOG, log);
        await bot.run(context);
      }),
    idle: async () => void (await Promise.all(underWay)),
  };
}
