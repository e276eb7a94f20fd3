import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

const COLUMNS = ['location', 'drive_id', 'item_id', 'drive_path', 'remove_after', 'removal_failures'];

/**
 * Where a file lies. `drive_path` is where one is on its way to; `drive_id` and `item_id` are where it has come to lie.
 * Nobody tries to remove its bytes before `remove_after`.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `alter table files add column location varchar(20) not null default 'local'`,
    `alter table files add column drive_id varchar(200)`,
    `alter table files add column item_id varchar(200)`,
    `alter table files add column drive_path varchar(500)`,
    `alter table files add column remove_after bigint`,
    `alter table files add column removal_failures integer not null default 0`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(
    db,
    COLUMNS.map((column) => `alter table files drop column ${column}`),
  );
}
