import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** `notice` identifies what a system message says, as JSON. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [`alter table chat_messages add column notice text`]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [`alter table chat_messages drop column notice`]);
}
