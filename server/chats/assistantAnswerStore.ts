import type { Knex } from 'knex';
import { among } from '../foundation/database/rows.ts';

/** An answer that is being written: one per log of a chat. */
export interface AnswerInWork {
  chatId: string;
  person: string;
  /** The id that the message will have. */
  messageId: string;
  /** Until then its server has said that it is at it, ms since the epoch. */
  dueAt: number;
}

interface AnswerRow {
  chat_id: string;
  person: string;
  message_id: string;
  due_at: number;
}

/** False when one is being written in this log already. The chat is locked. */
export async function insertAnswer(db: Knex, { chatId, person, messageId, dueAt }: AnswerInWork): Promise<boolean> {
  const log = { chat_id: chatId, person };
  if (await db('chat_answers').where(log).first('message_id')) return false;
  await db('chat_answers').insert({ ...log, message_id: messageId, due_at: dueAt });
  return true;
}

/** False when it was taken from this server, which was held for dead. */
export async function deleteAnswer(db: Knex, { chatId, person, messageId }: AnswerInWork): Promise<boolean> {
  return (await db('chat_answers').where({ chat_id: chatId, person, message_id: messageId }).delete()) === 1;
}

/** Whether this very answer is still being written in this log. */
export async function isInWork(db: Knex, { chatId, person, messageId }: Omit<AnswerInWork, 'dueAt'>): Promise<boolean> {
  const row = await db('chat_answers').where({ chat_id: chatId, person, message_id: messageId }).first('due_at');
  return row !== undefined;
}

export async function extendAnswers(db: Knex, messageIds: string[], dueAt: number): Promise<void> {
  await db('chat_answers')
    .where(among(db, 'message_id', messageIds))
    .update({ due_at: dueAt });
}

/** Those that nobody writes any more. */
export async function abandonedAnswers(db: Knex, now: number, limit: number): Promise<AnswerInWork[]> {
  const rows = await db<AnswerRow>('chat_answers').where('due_at', '<', now).orderBy('due_at').limit(limit);
  return rows.map((row) => ({
    chatId: row.chat_id,
    person: row.person,
    messageId: row.message_id,
    dueAt: row.due_at,
  }));
}
