import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** The tokens with which the server acts on behalf of people, one sealed set per person. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create table delegations (person varchar(300) primary key, tokens text not null, version bigint not null,
      updated_at bigint not null, used_at bigint not null)`,
    `create index delegations_used on delegations (used_at)`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['delegations']);
}
