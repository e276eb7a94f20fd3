import type { Knex } from 'knex';
import type { Notice } from '../../contract/notices.ts';
import type { MessageRole } from '../../contract/requests.ts';
import { insertRows, lockRows, type Columns } from '../foundation/database/rows.ts';

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
}

interface ChatRow {
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
}

const toChat = (row: ChatRow): StoredChat => ({
  id: row.id,
  name: row.name,
  instructions: row.instructions,
  flowId: row.flow_id,
  users: JSON.parse(row.users) as string[],
  assistant: { enabled: row.has_assistant === 1, instructions: row.assistant_instructions },
  version: row.version,
  createdBy: row.created_by,
  updatedAt: row.updated_at,
});

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

/** Keeps everybody else from this chat until the unit ends. */
export const lockChat = (db: Knex, id: string): Promise<void> => lockRows(db, 'chats', [id]);

/** False when somebody saved another version meanwhile. */
export async function updateChat(db: Knex, chat: StoredChat): Promise<boolean> {
  const { id, ...row } = toRow(chat);
  return (
    (await db('chats')
      .where({ id, version: chat.version - 1 })
      .update(row)) === 1
  );
}

export async function findChat(db: Knex, id: string): Promise<StoredChat | null> {
  const row = await db<ChatRow>('chats').where({ id }).first();
  return row ? toChat(row) : null;
}

/** Newest first, those before `before`. */
export async function listChats(
  db: Knex,
  { before, limit }: { before?: string; limit: number },
): Promise<StoredChat[]> {
  const rows = db<ChatRow>('chats').orderBy('id', 'desc').limit(limit);
  return (await (before ? rows.where('id', '<', before) : rows)).map(toChat);
}

/** One message in a person's own log of a chat. */
export interface StoredMessage {
  id: string;
  chatId: string;
  person: string;
  role: MessageRole;
  content: string;
  /** Of the system: what stands in `content`. */
  notice?: Notice;
  at: number;
  executionId: string | null;
}

const MESSAGE: Columns = {
  id: 'text',
  chat_id: 'text',
  person: 'text',
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
  role: MessageRole;
  content: string;
  notice: string | null;
  at: number;
  execution_id: string | null;
}

const toMessage = (row: MessageRow): StoredMessage => ({
  id: row.id,
  chatId: row.chat_id,
  person: row.person,
  role: row.role,
  content: row.content,
  ...(row.notice !== null && { notice: JSON.parse(row.notice) as Notice }),
  at: row.at,
  executionId: row.execution_id,
});

export async function insertMessages(db: Knex, messages: StoredMessage[]): Promise<void> {
  const rows = messages.map(({ id, chatId, person, role, content, notice, at, executionId }) => ({
    id,
    chat_id: chatId,
    person,
    role,
    content,
    notice: notice ? JSON.stringify(notice) : null,
    at,
    execution_id: executionId,
  }));
  await insertRows(db, 'chat_messages', MESSAGE, rows);
}

/** The newest messages of a person's log, newest first, those before `before`. */
export async function newestMessages(
  db: Knex,
  { chatId, person, before, limit }: { chatId: string; person: string; before?: string; limit: number },
): Promise<StoredMessage[]> {
  const rows = db<MessageRow>('chat_messages')
    .where({ chat_id: chatId, person } as object)
    .orderBy('id', 'desc')
    .limit(limit);
  return (await (before ? rows.where('id', '<', before) : rows)).map(toMessage);
}

export async function countMessages(db: Knex, chatId: string, person: string): Promise<number> {
  const row = await db('chat_messages').where({ chat_id: chatId, person }).count({ n: '*' }).first();
  return Number(row!['n']);
}

/** An execution of this log that has not ended, if there is one. */
export async function unfinishedExecution(db: Knex, chatId: string, person: string): Promise<string | null> {
  const row = await db('executions')
    .where({ chat_id: chatId, started_by: person })
    .whereIn('status', ['running', 'waiting'])
    .first('id');
  return row?.id ?? null;
}
