import type { Knex } from 'knex';
import { findChat, type LogKey, type StoredChat } from './chatStore.ts';
import { findVersion } from './chatVersionStore.ts';

/** A log that was opened for a person's attempt at an assignment. */
export interface StoredLog {
  id: string;
  chatId: string;
  person: string;
  /** The name of the chat when it was assigned. */
  name: string;
  assignmentId: string;
  /** Counted from 1. */
  attempt: number;
  /** The versions of the chat and of its flow that it is pinned to; null: the newest. */
  chatVersion: number | null;
  flowVersion: number | null;
  createdAt: number;
}

interface LogRow {
  id: string;
  chat_id: string;
  person: string;
  name: string;
  assignment_id: string;
  attempt: number;
  chat_version: number | null;
  flow_version: number | null;
  created_at: number;
}

const toLog = (row: LogRow): StoredLog => ({
  id: row.id,
  chatId: row.chat_id,
  person: row.person,
  name: row.name,
  assignmentId: row.assignment_id,
  attempt: row.attempt,
  chatVersion: row.chat_version,
  flowVersion: row.flow_version,
  createdAt: row.created_at,
});

export const keyOfLog = ({ id, chatId, person }: Pick<StoredLog, 'id' | 'chatId' | 'person'>): LogKey => ({
  chatId,
  person,
  logId: id,
});

/** @param startKey idempotency key of the attempt */
export async function insertLog(db: Knex, log: StoredLog, startKey: string | null): Promise<void> {
  await db('chat_logs').insert({
    id: log.id,
    chat_id: log.chatId,
    person: log.person,
    name: log.name,
    assignment_id: log.assignmentId,
    attempt: log.attempt,
    chat_version: log.chatVersion,
    flow_version: log.flowVersion,
    created_at: log.createdAt,
    start_key: startKey,
  });
}

/** The log of an assignment that was begun under this key. */
export async function findLogByKey(db: Knex, assignmentId: string, startKey: string): Promise<StoredLog | null> {
  const row = await db<LogRow>('chat_logs')
    .where({ assignment_id: assignmentId, start_key: startKey } as object)
    .first();
  return row ? toLog(row) : null;
}

export async function findLog(db: Knex, id: string): Promise<StoredLog | null> {
  const row = await db<LogRow>('chat_logs').where({ id }).first();
  return row ? toLog(row) : null;
}

/** A person's logs of assignments, newest first, starting before `before`. */
export async function listLogs(
  db: Knex,
  { person, before, limit }: { person: string; before?: string; limit: number },
): Promise<StoredLog[]> {
  const rows = db<LogRow>('chat_logs').where({ person }).orderBy('id', 'desc').limit(limit);
  return (await (before ? rows.where('id', '<', before) : rows)).map(toLog);
}

/**
 * The chat of a log, in the version that the log is pinned to and under the log's name.
 * @param chatVersion of a person's own log; null: the newest
 */
export async function chatOfLog(
  db: Knex,
  { chatId, logId }: LogKey,
  chatVersion: number | null = null,
): Promise<StoredChat | null> {
  const [chat, log, version] = await Promise.all([
    findChat(db, chatId),
    logId === null ? null : findLog(db, logId),
    chatVersion === null ? null : findVersion(db, chatId, chatVersion),
  ]);
  return chat && log ? pinned(db, chat, log) : chat && { ...chat, ...version };
}

export async function pinned(
  db: Knex,
  chat: StoredChat,
  { name, chatVersion }: Pick<StoredLog, 'name' | 'chatVersion'>,
): Promise<StoredChat> {
  const version = chatVersion === null ? null : await findVersion(db, chat.id, chatVersion);
  return { ...chat, ...version, name };
}
