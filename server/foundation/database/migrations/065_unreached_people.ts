import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** Finds the people whom messages about a subject have failed to reach. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [`create index deliveries_unreached on deliveries (subject_id, person) where state = 'failed'`]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, ['drop index deliveries_unreached']);
}
