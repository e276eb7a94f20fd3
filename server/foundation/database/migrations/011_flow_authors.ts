import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** `creator` is the person behind `created_by`, with the name they had when they saved the version. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [`alter table flow_versions add column creator text`]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [`alter table flow_versions drop column creator`]);
}
