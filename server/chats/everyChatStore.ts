import type { Knex } from 'knex';
import type { ChatRow, StoredChat } from './chatStore.ts';

/** A chat in the list of all chats. */
export type StoredListedChat = Pick<StoredChat, 'id' | 'name' | 'version' | 'createdBy' | 'updatedAt' | 'retiredAt'>;

const COLUMNS = [
  'id',
  'name',
  'version',
  'created_by',
  'updated_at',
  'retired_at',
] as const satisfies (keyof ChatRow)[];

/** The chats of everybody, in use or retired; newest first, starting before `before`. */
export async function listEveryChat(
  db: Knex,
  { retired, before, limit }: { retired: boolean; before: string | undefined; limit: number },
): Promise<StoredListedChat[]> {
  const rows = db<ChatRow>('chats')
    .select(...COLUMNS)
    .orderBy('id', 'desc')
    .limit(limit);
  if (retired) void rows.whereNotNull('retired_at');
  else void rows.whereNull('retired_at');
  if (before !== undefined) void rows.where('id', '<', before);
  return (await rows).map((row) => ({
    id: row.id,
    name: row.name,
    version: row.version,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    retiredAt: row.retired_at,
  }));
}
