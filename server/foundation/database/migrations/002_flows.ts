import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create table flows (id varchar(64) primary key, name varchar(200) not null, description text, version integer not null,
      variables text not null, created_at bigint not null, updated_at bigint not null, updated_by varchar(300) not null)`,
    `create table flow_versions (flow_id varchar(64) not null references flows (id), version integer not null, definition text not null,
      created_at bigint not null, created_by varchar(300) not null, primary key (flow_id, version))`,
    `create table executions (id varchar(26) primary key, flow_id varchar(64) not null, flow_version integer not null,
      status varchar(12) not null, started_by varchar(300) not null, starter text not null, chat_id varchar(26), variables text not null,
      branches text not null, started_at bigint not null, ended_at bigint, error text,
      epoch integer not null default 0, lease_owner varchar(40), lease_until bigint,
      wake_seq integer not null default 0, wake_seen integer not null default 0, woken_at bigint, wake_at bigint)`,
    `create index executions_flow on executions (flow_id, id)`,
    `create index executions_starter on executions (started_by, id)`,
    `create index executions_chat on executions (chat_id, started_by, status) where chat_id is not null`,
    `create index executions_woken on executions (woken_at) where wake_seq > wake_seen`,
    `create index executions_due on executions (wake_at) where wake_at is not null`,
    `create index executions_leased on executions (lease_until) where lease_until is not null`,
    `create table execution_steps (execution_id varchar(26) not null references executions (id), seq integer not null,
      visit_key varchar(80) not null, node_id varchar(64) not null, status varchar(12) not null, output text, assigned text,
      summary text, error text, started_at bigint not null, ended_at bigint not null, primary key (execution_id, seq))`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['execution_steps', 'executions', 'flow_versions', 'flows']);
}
