import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * Which of the request's reasons applies to this person. Null if it was not recorded, as in requests by servers of the
 * previous version.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [`alter table notifications add column asked_as integer`]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [`alter table notifications drop column asked_as`]);
}
