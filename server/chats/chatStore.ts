import type { Knex } from 'knex';
import type { Notice } from '../../contract/notices.ts';
import type { MessageRole } from '../../contract/requests.ts';
import { insertRows, lockRows, selectRows, type Columns } from '../foundation/database/rows.ts';
import { newId, timeOf } from '../foundation/newId.ts';

export interface StoredChat {
  id: string;
  name: string;
  instructions: string;
  flowId: string | null;
  /** Lower-case e-mail addresses; empty: everybody who signs in. */
  users: string[];
  assistant: { enabled: boolean; instructions: string };
  version: number;
  createdBy: string;
  updatedAt: number;
  /** Null: it is not retired. */
  retiredAt: number | null;
}

/** Whether the chat's assistant answers what people write. */
export const isAssisted = ({ flowId, assistant }: StoredChat): boolean => flowId === null && assistant.enabled;

export interface ChatRow {
  id: string;
  name: string;
  instructions: string;
  flow_id: string | null;
  users: string;
  has_assistant: number;
  assistant_instructions: string;
  version: number;
  created_by: string;
  created_at: number;
  updated_at: number;
  retired_at: number | null;
}

export const toChat = (row: Omit<ChatRow, 'created_at'>): StoredChat => ({
  id: row.id,
  name: row.name,
  instructions: row.instructions,
  flowId: row.flow_id,
  users: JSON.parse(row.users) as string[],
  assistant: { enabled: row.has_assistant === 1, instructions: row.assistant_instructions },
  version: row.version,
  createdBy: row.created_by,
  updatedAt: row.updated_at,
  retiredAt: row.retired_at,
});

export const CHAT_COLUMNS = [
  'id',
  'name',
  'instructions',
  'flow_id',
  'users',
  'has_assistant',
  'assistant_instructions',
  'version',
  'created_by',
  'updated_at',
  'retired_at',
] as const satisfies (keyof ChatRow)[];

const toRow = (chat: StoredChat) => ({
  id: chat.id,
  name: chat.name,
  instructions: chat.instructions,
  flow_id: chat.flowId,
  users: JSON.stringify(chat.users),
  has_assistant: chat.assistant.enabled ? 1 : 0,
  assistant_instructions: chat.assistant.instructions,
  version: chat.version,
  created_by: chat.createdBy,
  updated_at: chat.updatedAt,
});

export async function insertChat(db: Knex, chat: StoredChat): Promise<void> {
  await db('chats').insert({ ...toRow(chat), created_at: chat.updatedAt });
}

/** Locks the chat until the unit ends. */
export const lockChat = (db: Knex, id: string): Promise<void> => lockRows(db, 'chats', [id]);

/** False if another version was saved meanwhile, or the chat is retired. */
export async function updateChat(db: Knex, chat: StoredChat): Promise<boolean> {
  const { id, ...row } = toRow(chat);
  return (
    (await db('chats')
      .where({ id, version: chat.version - 1, retired_at: null })
      .update(row)) === 1
  );
}

export async function findChat(db: Knex, id: string): Promise<StoredChat | null> {
  const row = await db<ChatRow>('chats').where({ id }).first();
  return row ? toChat(row) : null;
}

/** A log: each person has one of their own in each chat, and one per attempt at an assignment. */
export interface LogKey {
  chatId: string;
  person: string;
  /** Null: their own. */
  logId: string | null;
}

/** The columns that identify a log. A person's own log has an empty id, because keys and indexes cannot hold null. */
export const logColumns = ({ chatId, person, logId }: LogKey) => ({ chat_id: chatId, person, log_id: logId ?? '' });

export const logOfRow = (row: { chat_id: string; person: string; log_id: string }): LogKey => ({
  chatId: row.chat_id,
  person: row.person,
  logId: row.log_id === '' ? null : row.log_id,
});

/** The id for the signal that a log has something new. */
export const logSignal = ({ chatId, person, logId }: LogKey): string =>
  [chatId, person, ...(logId === null ? [] : [logId])].join('/');

/** One message in a log. */
export interface StoredMessage extends LogKey {
  id: string;
  role: MessageRole;
  content: string;
  /** Of a system message: the notice whose English text is in `content`. */
  notice?: Notice;
  at: number;
  executionId: string | null;
}

const MESSAGE: Columns = {
  id: 'text',
  chat_id: 'text',
  person: 'text',
  log_id: 'text',
  role: 'text',
  content: 'text',
  notice: 'text',
  at: 'integer',
  execution_id: 'text',
};

interface MessageRow {
  id: string;
  chat_id: string;
  person: string;
  log_id: string;
  role: MessageRole;
  content: string;
  notice: string | null;
  at: number;
  execution_id: string | null;
}

const toMessage = (row: MessageRow): StoredMessage => ({
  id: row.id,
  ...logOfRow(row),
  role: row.role,
  content: row.content,
  ...(row.notice !== null && { notice: JSON.parse(row.notice) as Notice }),
  at: row.at,
  executionId: row.execution_id,
});

export async function insertMessages(db: Knex, messages: StoredMessage[]): Promise<void> {
  const rows = messages.map(({ id, role, content, notice, at, executionId, ...log }) => ({
    id,
    ...logColumns(log),
    role,
    content,
    notice: notice ? JSON.stringify(notice) : null,
    at,
    execution_id: executionId,
  }));
  await insertRows(db, 'chat_messages', MESSAGE, rows);
}

const LOG: Columns = { chat_id: 'text', person: 'text', log_id: 'text' };

/**
 * Inserts messages at the end of their logs. Their ids give the order, and one that was made before the newest id of
 * its log is replaced.
 */
export async function appendMessages(db: Knex, messages: StoredMessage[]): Promise<void> {
  const logs = new Map(messages.map((message) => [logSignal(message), message]));
  const rows = await selectRows<{ chat_id: string; person: string; log_id: string; newest: string | null }>(
    db,
    LOG,
    [...logs.values()].map(logColumns),
    {
      select: `chat_id, person, log_id, (select max(id) from chat_messages
        where chat_id = given.chat_id and person = given.person and log_id = given.log_id) as newest`,
      rest: '',
    },
  );
  const newest = new Map(rows.map((row) => [logSignal(logOfRow(row)), row.newest ?? '']));
  const placed = messages.map((message) => {
    const last = newest.get(logSignal(message))!;
    const id = message.id > last ? message.id : newId(timeOf(last) + 1);
    newest.set(logSignal(message), id);
    return { ...message, id };
  });
  await insertMessages(db, placed);
}

export async function findMessage(db: Knex, id: string): Promise<StoredMessage | null> {
  const row = await db<MessageRow>('chat_messages').where({ id }).first();
  return row ? toMessage(row) : null;
}

/**
 * The earliest time at which a new message sorts after everything in its log and the answer being written. Ids give the
 * order, and some may come from a server whose clock is ahead, or from before this clock was set back. The chat must be
 * locked.
 */
export async function nextMessageAt(db: Knex, log: LogKey, now: number): Promise<number> {
  const [newest] = await newestMessages(db, { ...log, limit: 1 });
  const written = await db('chat_answers').where(logColumns(log)).first<{ message_id: string }>('message_id');
  const ids = [newest?.id, written?.message_id].filter((id) => id !== undefined);
  return Math.max(now, ...ids.map((id) => timeOf(id) + 1));
}

/** The newest messages of a log, newest first, starting before `before`. */
export async function newestMessages(
  db: Knex,
  { before, limit, ...log }: LogKey & { before?: string; limit: number },
): Promise<StoredMessage[]> {
  const rows = db<MessageRow>('chat_messages').where(logColumns(log)).orderBy('id', 'desc').limit(limit);
  return (await (before ? rows.where('id', '<', before) : rows)).map(toMessage);
}

export async function countMessages(db: Knex, log: LogKey): Promise<number> {
  const row = await db('chat_messages').where(logColumns(log)).count({ n: '*' }).first();
  return Number(row!['n']);
}

/** An unfinished execution of this log, if there is one. */
export async function unfinishedExecution(db: Knex, { chatId, person, logId }: LogKey): Promise<string | null> {
  const row = await db('executions')
    .where({ chat_id: chatId, started_by: person, log_id: logId })
    .whereIn('status', ['running', 'waiting'])
    .first('id');
  return row?.id ?? null;
}
