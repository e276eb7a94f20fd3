import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * `begun_index`: the search index that was last emptied to be filled again. If the settings name another
 * one, that one still has to be emptied. Servers of older versions do not write it.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [`create table begun_index (id integer primary key check (id = 1), name text not null)`]);
}

export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['begun_index']);
}
