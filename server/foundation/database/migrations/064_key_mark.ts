import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** `key_mark`: a text sealed with the key of the installation; null: no server of this version has started yet. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [`alter table installation add column key_mark varchar(200)`]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [`alter table installation drop column key_mark`]);
}
