import { z } from 'zod';
import type { ChannelHost } from '../../contract/channel.ts';
import type { Person } from '../../contract/people.ts';
import { speechFor, type Speech } from '../../contract/speech.ts';
import { takeAction } from '../shared/takeAction.ts';
import { whenFailed } from '../shared/words.ts';
import { addressOf, localeIn, type Activity } from './activity.ts';
import { buttonsOf } from './choices.ts';
import { zoneIn } from './clock.ts';
import type { Connector, Content } from './connector.ts';
import { submitCard } from './cardSubmission.ts';
import { createMoveCard } from './moveCard.ts';
import { NoticeSubmission } from './noticeActions.ts';
import { inboxCard, messageCard, type Card } from './render.ts';

interface Parts {
  host: ChannelHost;
  connector: Connector;
  nativePickers: boolean;
}

/** The bot's replies to a person. */
export interface Conversation {
  say(activity: Activity, content: Content): Promise<void>;
  /** Handles a card's submission and shows the result (behaviour 4.1). */
  answer(activity: Activity, person: Person): Promise<void>;
  /** Performs an action on a notice and updates the notice. */
  act(activity: Activity, person: Person): Promise<void>;
  /** Posts the card of a question picked from the list; it replaces the person's earlier card. */
  bring(activity: Activity, person: Person): Promise<void>;
  /** Posts their pending questions in one message. */
  list(activity: Activity, person: Person): Promise<void>;
}

/** A value that matches no subject. */
const NOTHING = { subjectId: '', actionId: '', token: '' };

const Picked = z.looseObject({ requestId: z.string().min(1).max(200) });

/** The most questions in a list that can be answered there. */
const LISTED = 10;

/** The person's language: Teams' before the directory's. */
export const speechOf = (activity: Activity, person?: Person): Speech =>
  speechFor(localeIn(activity), person?.language);

export function createConversation({ host, connector, nativePickers }: Parts): Conversation {
  const moveCard = createMoveCard({ host, connector });
  const say = async (activity: Activity, content: Content) => void (await connector.send(addressOf(activity), content));

  /** Replaces the pressed card, or posts a new one if it is gone. */
  async function show(activity: Activity, card: Card): Promise<void> {
    const { replyToId } = activity;
    if (!replyToId) return say(activity, card);
    await connector.update(addressOf(activity), replyToId, card).catch(() => say(activity, card));
  }

  async function listFor(person: Person, speech: Speech): Promise<Card> {
    const { questions, total } = await host.inbox(person);
    const items = questions.map(async (question, index) => ({
      question,
      token: index < LISTED && buttonsOf(question, speech) ? await host.issueToken(question.requestId, person) : null,
    }));
    return inboxCard(await Promise.all(items), { inboxUrl: host.inboxUrl, nativePickers, speech, total });
  }

  return {
    say,
    async answer(activity, person) {
      const speech = speechOf(activity, person);
      const shown = await submitCard({ host, nativePickers, speech }, person, activity);
      if ('text' in shown) return say(activity, shown.text);
      if ('beside' in shown) return say(activity, shown.beside);
      const sayLost = async () => {
        for (const text of shown.lost ?? []) await say(activity, text);
      };
      if (!shown.isListed) {
        await show(activity, shown.card);
        return sayLost();
      }
      // what came of the answer is said, whatever becomes of the list
      const list = listFor(person, speech).then((card) => show(activity, card));
      await list.catch((error: unknown) =>
        host.log.error({ err: error }, 'a list in Teams could not be brought up to date'),
      );
      await sayLost();
      await say(activity, shown.card);
    },
    async act(activity, person) {
      const speech = speechOf(activity, person);
      const submission = NoticeSubmission.safeParse(activity.value);
      const taken = await takeAction(host, { ...NOTHING, ...submission.data, person }, speech);
      if (taken.kind === 'refused') return say(activity, [taken.text, taken.webUrl ?? []].flat().join(' '));
      const { message, token } = taken.now;
      await show(activity, messageCard(message, { token, nativePickers, zone: zoneIn(activity), speech }));
      if (taken.kind === 'not_offered') await say(activity, speech.say('act.notOffered'));
    },
    async bring(activity, person) {
      const { requestId } = Picked.catch({ requestId: '' }).parse(activity.value);
      const speech = speechOf(activity, person);
      const message = await host.message(requestId, person);
      if (!message) return say(activity, whenFailed('not_found', host.inboxUrl, speech));
      const token = message.kind === 'question' ? await host.issueToken(requestId, person) : null;
      const card = messageCard(message, { token, nativePickers, zone: zoneIn(activity), speech });
      const id = await connector.send(addressOf(activity), card);
      if (message.kind === 'question' && token !== null && id !== '')
        await moveCard(activity, person, { question: message, id });
    },
    list: async (activity, person) => say(activity, await listFor(person, speechOf(activity, person))),
  };
}
