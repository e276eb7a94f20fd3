import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** For the list of all retired chats, which administrators read in pages. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [`create index chats_retired_of_all on chats (id) where retired_at is not null`]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [`drop index chats_retired_of_all`]);
}
