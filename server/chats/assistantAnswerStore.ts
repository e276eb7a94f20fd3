import type { Knex } from 'knex';
import { among } from '../foundation/database/rows.ts';
import { logColumns, logOfRow, type LogKey } from './chatStore.ts';

/** An answer that is being written: one per log. */
export interface AnswerInWork extends LogKey {
  /** The id of the coming message. */
  messageId: string;
  /** When its server has to renew it, ms since the epoch. */
  dueAt: number;
}

interface AnswerRow {
  chat_id: string;
  person: string;
  log_id: string;
  message_id: string;
  due_at: number;
}

/** False if one is being written in this log already. The chat must be locked. */
export async function insertAnswer(db: Knex, { messageId, dueAt, ...log }: AnswerInWork): Promise<boolean> {
  if (await db('chat_answers').where(logColumns(log)).first('message_id')) return false;
  await db('chat_answers').insert({ ...logColumns(log), message_id: messageId, due_at: dueAt });
  return true;
}

/** False if another server presumed this one dead and took the answer. */
export async function deleteAnswer(db: Knex, { messageId, ...log }: AnswerInWork): Promise<boolean> {
  return (
    (await db('chat_answers')
      .where({ ...logColumns(log), message_id: messageId })
      .delete()) === 1
  );
}

/** Whether this answer is still being written in this log. */
export async function isInWork(db: Knex, { messageId, ...log }: Omit<AnswerInWork, 'dueAt'>): Promise<boolean> {
  const row = await db('chat_answers')
    .where({ ...logColumns(log), message_id: messageId })
    .first('due_at');
  return row !== undefined;
}

export async function extendAnswers(db: Knex, messageIds: string[], dueAt: number): Promise<void> {
  await db('chat_answers')
    .where(among(db, 'message_id', messageIds))
    .update({ due_at: dueAt });
}

/** All answers being written, those not renewed for longest first. */
export async function answersInWork(db: Knex, limit: number): Promise<AnswerInWork[]> {
  const rows = await db<AnswerRow>('chat_answers').orderBy('due_at').limit(limit);
  return rows.map((row) => ({ ...logOfRow(row), messageId: row.message_id, dueAt: row.due_at }));
}
