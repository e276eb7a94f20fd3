import type { Knex } from 'knex';
import type { ChannelHost } from '../../contract/channel.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { createAddresses } from '../messages/deliveries/addresses.ts';
import { findDelivery } from '../messages/deliveries/deliveryStore.ts';
import type { IssueToken } from '../messages/deliveries/issueToken.ts';
import { findToken } from '../messages/deliveries/tokens.ts';
import { recipientOf } from '../messages/notifications/notificationStore.ts';
import type { Directory } from '../people/directory/directory.ts';
import type { AnswerRequest } from '../requests/answerRequest.ts';
import type { DescribeRequest } from '../requests/describeRequest.ts';
import { findInbox } from '../requests/inboxStore.ts';
import { findRequest } from '../requests/requestStore.ts';

interface Parts {
  /** The channel this is lent to: a token of another one is unknown here. */
  channel: string;
  publicUrl: string;
  reader: Knex;
  units: UnitOfWork;
  signals: Signals;
  directory: Directory;
  answer: AnswerRequest;
  describe: DescribeRequest;
  issueToken: IssueToken;
  installBot: ChannelHost['installBot'];
  log: ChannelHost['log'];
  now(): number;
}

const INBOX = 50;

/** What the server lends to a channel; no channel reads a store of its own. */
export function createChannelHost({
  channel,
  publicUrl,
  reader,
  units,
  signals,
  directory,
  answer,
  describe,
  issueToken,
  installBot,
  log,
  now,
}: Parts): ChannelHost {
  const ownToken = async (text: string) => {
    const token = await findToken(reader, text);
    return token?.channel === channel ? token : null;
  };

  return {
    publicUrl,
    answer,
    log,
    now,
    message: (requestId, person) => describe(requestId, person.id),

    async messageForDelivery(deliveryId) {
      const delivery = await findDelivery(reader, deliveryId);
      return delivery && describe(delivery.subjectId, delivery.person);
    },

    async inbox(person) {
      const entries = await findInbox(reader, { person: person.id, status: 'pending', limit: INBOX }, now());
      const messages = await Promise.all(entries.map(({ request }) => describe(request.id, person.id)));
      const questions = messages.flatMap((message) => (message?.kind === 'question' ? [message] : []));
      return questions.sort((a, b) => a.expiresAt.localeCompare(b.expiresAt));
    },

    async openLink(text) {
      const token = await ownToken(text);
      if (!token || token.usedAt !== null || token.expiresAt <= now()) return null;
      const [person, message] = await Promise.all([
        recipientOf(reader, token.requestId, token.person),
        describe(token.requestId, token.person),
      ]);
      return person && message ? { person, message } : null;
    },

    async holderOf(text) {
      const token = await ownToken(text);
      if (!token) return null;
      const [person, request] = await Promise.all([
        recipientOf(reader, token.requestId, token.person),
        findRequest(reader, token.requestId),
      ]);
      return person && request ? { person, requestId: request.id, specs: request.body.variables } : null;
    },

    issueToken: (requestId, person) => issueToken({ subjectId: requestId, person, channel }),

    personByObjectId: (id) => directory.personById(id),
    personByEmail: (email) => directory.personByAddress(email),

    addresses: createAddresses({ channel, reader, units, signals, now }),
    installBot,
  };
}
