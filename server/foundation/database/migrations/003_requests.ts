import type { Knex } from 'knex';
import { dialectOf, dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

export async function up(db: Knex): Promise<void> {
  const { narrow } = dialectOf(db);
  await runAll(db, [
    `create table requests (id varchar(110) primary key, execution_id varchar(26) not null references executions (id),
      flow_id varchar(64) not null, visit_key varchar(80) not null, strategy varchar(3) not null, status varchar(12) not null,
      assignee_count integer not null, answered_count integer not null default 0, version integer not null default 1,
      raised_at bigint not null, expires_at bigint not null, closed_at bigint, outcome text, answered_by varchar(300),
      template_id varchar(26) not null, started_by varchar(300) not null, body text not null)`,
    `create index requests_execution on requests (execution_id)`,
    `create index requests_open on requests (expires_at) where status = 'waiting'`,
    `create index requests_closed on requests (closed_at) where closed_at is not null`,
    `create table prompt_templates (id varchar(26) primary key, request_id varchar(110) not null references requests (id), expires_at bigint not null)`,
    `create index prompt_templates_expiry on prompt_templates (expires_at)`,
    `create table notifications (subject_id varchar(110) not null references requests (id), person varchar(300) not null,
      display_name varchar(300) not null, email varchar(320), upn varchar(320), created_at bigint not null,
      is_read integer not null default 0, answered_at bigint, primary key (subject_id, person)) ${narrow}`,
    `create index notifications_inbox on notifications (person, created_at, subject_id)`,
    `create table responses (request_id varchar(110) not null references requests (id), person varchar(300) not null,
      display_name varchar(300) not null, submission_id varchar(200) not null, payload text not null, channel varchar(40) not null,
      verified_by varchar(40) not null, at bigint not null, primary key (request_id, person))`,
    `create table offered_options (request_id varchar(110) not null references requests (id), variable varchar(64) not null,
      value varchar(500) not null, primary key (request_id, variable, value)) ${narrow}`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['offered_options', 'responses', 'notifications', 'prompt_templates', 'requests']);
}
