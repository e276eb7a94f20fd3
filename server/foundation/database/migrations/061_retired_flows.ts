import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * `retired_at`: since when nobody can start the flow; null: it is not retired. Servers of older versions do not read
 * it: they still list and start such flows.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `alter table flows add column retired_at bigint`,
    `create index flows_retired on flows (id) where retired_at is not null`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [`drop index flows_retired`, `alter table flows drop column retired_at`]);
}
