import type { Knex } from 'knex';
import type { ChannelFacts } from '../../../contract/channel.ts';
import type { Person } from '../../../contract/people.ts';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { takesToken } from './deliveryRules.ts';
import { deliveryTo } from './deliveryStore.ts';
import type { Subjects } from './subject.ts';
import { hashToken, insertTokens, mintToken } from './tokens.ts';

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  kinds: ReadonlyMap<string, ChannelFacts>;
  subjects: Subjects;
  now(): number;
}

export type IssueToken = (copy: { subjectId: string; person: Person; channel: string }) => Promise<string | null>;

/**
 * Issues another one-time token for a person's copy (behaviour 5.2), stored before it is handed out. Null if the
 * subject was never sent to this person on this channel, is not open for them any more, or takes no token from the
 * channel.
 */
export function createIssueToken({ units, reader, kinds, subjects, now }: Parts): IssueToken {
  return async ({ subjectId, person, channel: name }) => {
    const channel = kinds.get(name);
    if (!channel || channel.tokenPolicy === 'none') return null;
    const delivery = await deliveryTo(reader, { subjectId, person: person.id, channel: name });
    if (!delivery) return null;
    const subject = subjects.of(delivery.kind);
    const [expiresAt, message] = await Promise.all([
      subject.tokenExpiry(subjectId, channel),
      subject.describe(subjectId, person),
    ]);
    if (expiresAt === null || !message || !takesToken(message)) return null;
    const token = mintToken();
    const hash = hashToken(token)!;
    const stored = { hash, deliveryId: delivery.id, requestId: subjectId, person: person.id, channel: name };
    await units.run(({ trx }) => insertTokens(trx, [{ ...stored, createdAt: now(), expiresAt }]));
    return token;
  };
}
