import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * `retired_at`: since when nobody can begin a conversation in the chat; null: it is not retired. Servers of older
 * versions do not read it: they still list such chats, and let people begin.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `alter table chats add column retired_at bigint`,
    `create index chats_retired on chats (created_by, id) where retired_at is not null`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [`drop index chats_retired`, `alter table chats drop column retired_at`]);
}
