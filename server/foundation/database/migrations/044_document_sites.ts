import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** Sites that the document-site registration may read: Microsoft Graph does not list them for it. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create table document_sites (id varchar(200) primary key, address varchar(1000) not null, name varchar(300) not null,
      granted_at bigint not null)`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['document_sites']);
}
