import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

const COLUMNS = ['location', 'drive_id', 'item_id', 'drive_path', 'remove_after', 'removal_failures'];

/**
 * Where a file is stored. `drive_path` is the place it is being uploaded to; `drive_id` and `item_id` are set once it
 * is there. Removal of its bytes is not attempted before `remove_after`.
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
