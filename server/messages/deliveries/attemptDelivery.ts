import type { Knex } from 'knex';
import { PostFailed, type Channel } from '../../../contract/channel.ts';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { recipientOf } from '../notifications/notificationStore.ts';
import type { Attempted } from './deliveryRules.ts';
import type { ClaimedDelivery } from './deliveryStore.ts';
import type { Subject } from './subject.ts';
import { hashToken, insertTokens, mintToken, type NewToken } from './tokens.ts';

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  channels: ReadonlyMap<string, Channel>;
  subject: Subject;
  now(): number;
  report(error: unknown, deliveryId: string): void;
}

export interface Attempt {
  delivery: ClaimedDelivery;
  attempted: Attempted;
}

/** Posts each of these deliveries once, at the same time; what a channel throws is a result like any other. */
export async function attemptDeliveries(deliveries: ClaimedDelivery[], parts: Parts): Promise<Attempt[]> {
  const tokens = await mintTokens(deliveries, parts);
  return Promise.all(
    deliveries.map(async (delivery) => {
      const posting = post(delivery, tokens.get(delivery.id) ?? null, parts);
      return { delivery, attempted: await posting.catch((error: unknown) => toFailure(error, delivery, parts)) };
    }),
  );
}

/** A token for each attempt whose channel asks for one; stored before anybody can use it (spec part 5.2). */
async function mintTokens(
  deliveries: ClaimedDelivery[],
  { units, channels, subject, now }: Parts,
): Promise<Map<string, string>> {
  const minted = new Map<string, string>();
  const stored: NewToken[] = [];
  for (const { id, subjectId: requestId, person, channel: name } of deliveries) {
    const channel = channels.get(name);
    if (!channel || channel.tokenPolicy === 'none') continue;
    const expiresAt = await subject.tokenExpiry(requestId, channel);
    if (expiresAt === null) continue;
    const token = mintToken();
    minted.set(id, token);
    const hash = hashToken(token)!;
    stored.push({ hash, deliveryId: id, requestId, person, channel: name, createdAt: now(), expiresAt });
  }
  if (stored.length > 0) await units.run(({ trx }) => insertTokens(trx, stored));
  return minted;
}

async function post(
  delivery: ClaimedDelivery,
  token: string | null,
  { reader, channels, subject }: Parts,
): Promise<Attempted> {
  const { id, subjectId, person: personId, channel: name } = delivery;
  const channel = channels.get(name);
  if (!channel) return { kind: 'failed', error: `the channel ${name} is not configured`, retryAfterMs: null };
  const person = await recipientOf(reader, subjectId, personId);
  const message = person && (await subject.describe(subjectId, person));
  if (!person || !message || message.kind === 'outcome') return { kind: 'closed' };
  const address = await channel.post({ deliveryId: id, message, recipient: { person }, token });
  return { kind: 'posted', version: message.kind === 'question' ? message.version : 1, address };
}

function toFailure(error: unknown, { id }: ClaimedDelivery, { report }: Parts): Attempted {
  if (error instanceof PostFailed) return { kind: 'failed', error: error.message, retryAfterMs: error.retryAfterMs };
  report(error, id);
  return {
    kind: 'failed',
    error: 'the message could not be sent; the reason was reported to the operators',
    retryAfterMs: 0,
  };
}
