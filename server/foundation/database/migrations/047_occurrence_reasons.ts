import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** Why a date of a recurrence was skipped; null where a version before has skipped it, which knew one reason only. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [`alter table sending_occurrences add column reason varchar(20)`]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [`alter table sending_occurrences drop column reason`]);
}
