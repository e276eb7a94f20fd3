import type { Knex } from 'knex';
import { query } from '../foundation/database/statements.ts';
import type { StoredChat } from './chatStore.ts';

/** The versioned part of a chat. Access belongs to the chat, not to its versions. */
export type StoredVersion = Pick<StoredChat, 'version' | 'name' | 'instructions' | 'flowId' | 'assistant'> & {
  savedAt: number;
};

interface VersionRow {
  chat_id: string;
  version: number;
  name: string;
  instructions: string;
  flow_id: string | null;
  has_assistant: number;
  assistant_instructions: string;
  saved_at: number;
}

const toVersion = (row: VersionRow): StoredVersion => ({
  version: row.version,
  name: row.name,
  instructions: row.instructions,
  flowId: row.flow_id,
  assistant: { enabled: row.has_assistant === 1, instructions: row.assistant_instructions },
  savedAt: row.saved_at,
});

/** Stores the current state of a chat under its version. */
export async function keepVersion(db: Knex, chatId: string): Promise<void> {
  await query(
    db,
    `insert into chat_versions (chat_id, version, name, instructions, flow_id, has_assistant, assistant_instructions, saved_at)
     select id, version, name, instructions, flow_id, has_assistant, assistant_instructions, updated_at from chats where id = ?`,
    [chatId],
  );
}

export async function findVersion(db: Knex, chatId: string, version: number): Promise<StoredVersion | null> {
  const row = await db<VersionRow>('chat_versions').where({ chat_id: chatId, version }).first();
  return row ? toVersion(row) : null;
}

/** Newest first, starting before `before`. */
export async function listVersions(
  db: Knex,
  chatId: string,
  { before, limit }: { before?: number; limit: number },
): Promise<Pick<StoredVersion, 'version' | 'name' | 'savedAt'>[]> {
  const rows = db<VersionRow>('chat_versions').where({ chat_id: chatId }).orderBy('version', 'desc').limit(limit);
  const found = await (before === undefined ? rows : rows.where('version', '<', before)).select(
    'version',
    'name',
    'saved_at',
  );
  return found.map(({ version, name, saved_at: savedAt }) => ({ version, name, savedAt }));
}
