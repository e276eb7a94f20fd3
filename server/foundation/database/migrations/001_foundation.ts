import type { Knex } from 'knex';
import { dialectOf, dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

export async function up(db: Knex): Promise<void> {
  const { counter } = dialectOf(db);
  await runAll(db, [
    `create table installation (id integer primary key check (id = 1), kind varchar(10) not null, created_at bigint not null)`,
    `create table settings (name varchar(100) primary key, value text not null, is_secret integer not null,
      updated_at bigint not null, updated_by varchar(300) not null)`,
    `create table audit (seq ${counter}, at bigint not null, actor varchar(300) not null, action varchar(60) not null,
      subject varchar(300) not null, channel varchar(40), detail text, position bigint unique, hash varchar(64))`,
    `create index audit_unsealed on audit (seq) where position is null`,
    `create index audit_subject on audit (subject, seq)`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['audit', 'settings', 'installation']);
}
