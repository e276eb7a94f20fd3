import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * Why somebody was asked: which of the reasons that stand on the request. Null where nobody wrote it down, as of
 * questions of servers of the version before.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [`alter table notifications add column asked_as integer`]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [`alter table notifications drop column asked_as`]);
}
