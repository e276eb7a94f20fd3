import type { Knex } from 'knex';
import type { Posted } from '../../contract/chats.ts';
import { deleteOldest } from '../foundation/database/rows.ts';
import { keyReused, type RequestKey } from '../foundation/requestKey.ts';
import { KEEP_MS, type RetentionRow } from '../foundation/schedule/retention.ts';
import { findMessage, type LogKey } from './chatStore.ts';
import { toMessage } from './chatView.ts';

interface KeyRow {
  person: string;
  place: string;
  message_key: string;
  body_hash: string;
  message_id: string;
  execution_id: string | null;
  answer_id: string | null;
  created_at: number;
}

const NAME = ['person', 'place', 'message_key'] as const;

const nameOf = ({ person, chatId, logId }: LogKey, { key }: RequestKey): Pick<KeyRow, (typeof NAME)[number]> => ({
  person,
  place: logId ?? chatId,
  message_key: key,
});

/**
 * The result of the message that was written into this log under this key; null if there is none.
 * @throws ProblemError validation_failed if the key belongs to another message
 */
export async function postedBefore(db: Knex, log: LogKey, key: RequestKey, now: number): Promise<Posted | null> {
  const row = await db<KeyRow>('message_keys')
    .where(nameOf(log, key))
    .where('created_at', '>', now - KEEP_MS.messageKeys)
    .first();
  if (!row) return null;
  if (row.body_hash !== key.bodyHash) throw keyReused();
  const message = await findMessage(db, row.message_id);
  return message && { message: toMessage(message), executionId: row.execution_id, answerId: row.answer_id };
}

/** Overwrites a key that has expired but is not purged yet. */
export async function insertMessageKey(
  db: Knex,
  log: LogKey,
  key: RequestKey,
  { message, executionId, answerId }: Posted,
  now: number,
): Promise<void> {
  const row: KeyRow = {
    ...nameOf(log, key),
    body_hash: key.bodyHash,
    message_id: message.id,
    execution_id: executionId,
    answer_id: answerId,
    created_at: now,
  };
  await db('message_keys')
    .insert(row)
    .onConflict([...NAME])
    .merge();
}

/** Keys of messages that no client repeats any more. */
export const messageKeyRetention: RetentionRow<Knex> = {
  name: 'messageKeys',
  keepMs: KEEP_MS.messageKeys,
  purge: (db, before, limit) => deleteOldest(db, { table: 'message_keys', key: [...NAME], before, limit }),
};
