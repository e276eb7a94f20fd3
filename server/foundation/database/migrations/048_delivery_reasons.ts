import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** Why a message could not be delivered, so that it can be said in any language; existing texts are English. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, ['alter table deliveries add column error_said text']);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, ['alter table deliveries drop column error_said']);
}
