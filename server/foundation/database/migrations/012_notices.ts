import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** `notice` names what a message of the system says, as JSON. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [`alter table chat_messages add column notice text`]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [`alter table chat_messages drop column notice`]);
}
