import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** Whom the executions of one person have asked recently. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [`create index requests_asked on requests (started_by, raised_at)`]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [`drop index requests_asked`]);
}
