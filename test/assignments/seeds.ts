import type { Knex } from 'knex';
import type { SendingCause } from '../../server/assignments/sending.ts';
import type { StoredRecurrence, StoredSending } from '../../server/assignments/sendingStore.ts';
import { aPerson } from '../support/seeds.ts';

/** An assigned chat, which sendings refer to. */
export async function seedChat(db: Knex): Promise<void> {
  const chat = { id: 'C', name: 'Policy', instructions: '', users: '[]', version: 1, created_by: 'ada' };
  await db('chats').insert({ ...chat, created_at: 1, updated_at: 1 });
}

/** Assigned by Ada, who is not told of it. */
export const BY_ADA: SendingCause = { actor: 'ada', occurrenceAt: null };

/** By Ada, to nobody, once. */
export const aSending = (id: string, more: Partial<StoredSending> = {}): StoredSending => ({
  ...{ id, chatId: 'C', name: 'Policy', note: null, creator: aPerson('ada'), createdAt: 1, criterion: 'manual' },
  ...{ retryBudget: 0, allowDelegation: false, allowRejection: false, chatVersion: null, flowVersion: null },
  ...{ dueAt: null, expiresAt: null, principals: [], recurrence: null },
  ...more,
});

/** Daily at nine. */
export const aRecurrence = (nextAt: number, more: Partial<StoredRecurrence> = {}): StoredRecurrence => ({
  ...{ cron: '0 9 * * *', timeZone: 'UTC', dueAfterMs: null, expiresAfterMs: null, endedAt: null },
  nextAt,
  ...more,
});
