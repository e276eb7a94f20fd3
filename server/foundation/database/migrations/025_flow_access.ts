import type { Knex } from 'knex';
import { isPostgres } from '../statements.ts';
import { dialectOf, dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * Access to flows. `starters` is `everyone` (of the tenant) or `listed`; `access_version` counts changes of the lists.
 * Everybody who has saved a version becomes an owner.
 */
export async function up(db: Knex): Promise<void> {
  const { narrow } = dialectOf(db);
  const named = (field: string) => (isPostgres(db) ? `v.creator::json ->> '${field}'` : `v.creator ->> '${field}'`);
  await runAll(db, [
    `alter table flows add column starters varchar(8) not null default 'everyone'`,
    `alter table flows add column access_version integer not null default 1`,
    `create index flows_open on flows (id) where starters = 'everyone'`,
    `create table flow_access (
      flow_id varchar(64) not null references flows (id),
      role varchar(8) not null,
      principal varchar(300) not null,
      kind varchar(5) not null,
      display_name varchar(300) not null,
      email varchar(320),
      primary key (flow_id, role, principal)
    ) ${narrow}`,
    `create index flow_access_principal on flow_access (principal, flow_id, role)`,
    `insert into flow_access (flow_id, role, principal, kind, display_name, email)
      select v.flow_id, 'owner', v.created_by, 'user', coalesce(${named('displayName')}, v.created_by), ${named('email')}
      from flow_versions v
      where v.version = (
        select max(w.version) from flow_versions w where w.flow_id = v.flow_id and w.created_by = v.created_by
      )`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['flow_access']);
  await runAll(db, [
    `drop index flows_open`,
    `alter table flows drop column access_version`,
    `alter table flows drop column starters`,
  ]);
}
