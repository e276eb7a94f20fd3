import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** Authors' secrets, sealed, and the flows that may use each. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create table author_secrets (name varchar(64) primary key, value text not null, owner_id varchar(300) not null,
      owner text not null, created_at bigint not null, updated_at bigint not null, updated_by varchar(300) not null)`,
    `create index author_secrets_owner on author_secrets (owner_id, name)`,
    `create table author_secret_flows (name varchar(64) not null references author_secrets (name),
      flow_id varchar(64) not null references flows (id), primary key (name, flow_id))`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['author_secret_flows', 'author_secrets']);
}
