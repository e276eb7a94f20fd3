import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * Why a date of a recurrence was skipped; null if a server of an earlier version skipped it: there was only one reason
 * then.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [`alter table sending_occurrences add column reason varchar(20)`]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [`alter table sending_occurrences drop column reason`]);
}
