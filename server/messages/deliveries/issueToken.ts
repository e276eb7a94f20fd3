import type { Knex } from 'knex';
import type { ChannelFacts } from '../../../contract/channel.ts';
import type { Person } from '../../../contract/people.ts';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { deliveryIdOf } from './deliveryStore.ts';
import type { Subject } from './subject.ts';
import { hashToken, insertTokens, mintToken } from './tokens.ts';

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  kinds: ReadonlyMap<string, ChannelFacts>;
  subject: Subject;
  now(): number;
}

export type IssueToken = (copy: { subjectId: string; person: Person; channel: string }) => Promise<string | null>;

/**
 * A further one-time token of somebody's copy (behaviour 5.2), stored before it is told. Null where the subject never went
 * to this person on this channel, does not ask them any more, or takes no token from the channel.
 */
export function createIssueToken({ units, reader, kinds, subject, now }: Parts): IssueToken {
  return async ({ subjectId, person, channel: name }) => {
    const channel = kinds.get(name);
    if (!channel || channel.tokenPolicy === 'none') return null;
    const [deliveryId, expiresAt, message] = await Promise.all([
      deliveryIdOf(reader, { subjectId, person: person.id, channel: name }),
      subject.tokenExpiry(subjectId, channel),
      subject.describe(subjectId, person),
    ]);
    if (deliveryId === null || expiresAt === null || message?.kind !== 'question') return null;
    const token = mintToken();
    const hash = hashToken(token)!;
    const stored = { hash, deliveryId, requestId: subjectId, person: person.id, channel: name };
    await units.run(({ trx }) => insertTokens(trx, [{ ...stored, createdAt: now(), expiresAt }]));
    return token;
  };
}
