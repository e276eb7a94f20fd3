import type { ChannelHost } from '../../contract/channel.ts';
import type { Question } from '../../contract/messages.ts';
import type { Person } from '../../contract/people.ts';
import { speechFor } from '../../contract/speech.ts';
import { addressOf, type Activity } from './activity.ts';
import type { Connector } from './connector.ts';
import { seenWith } from './conversationAddresses.ts';
import { movedCard } from './render.ts';

interface Parts {
  host: Pick<ChannelHost, 'moveCopy' | 'log'>;
  connector: Connector;
}

/**
 * After a question was posted again: the new card shows what becomes of the question, and the earlier one points to it.
 */
export function createMoveCard({ host, connector }: Parts) {
  return async (activity: Activity, person: Person, posted: { question: Question; id: string }): Promise<void> => {
    const { question, id: activityId } = posted;
    const seen = seenWith(activity);
    try {
      const before = await host.moveCopy(question, person, { ...addressOf(activity), activityId, ...seen });
      if (!before) return;
      const { conversationId = '', serviceUrl = '', activityId: earlier = '' } = before;
      const card = movedCard(question, speechFor(seen.locale, person.language));
      await connector.update({ conversationId, serviceUrl }, earlier, card);
    } catch (error) {
      // both cards take the answer
      host.log.warn({ err: error }, 'an earlier card in Teams could not be taken down');
    }
  };
}
