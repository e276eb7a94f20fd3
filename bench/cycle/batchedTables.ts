import type { Knex } from 'knex';
import { dialectOf, runAll } from '../../server/foundation/database/schemaTools.ts';

/** Eight tables, as few columns as a cycle needs. */
export async function createBatchedTables(db: Knex): Promise<void> {
  const { counter } = dialectOf(db);
  await runAll(db, [
    `create table execution (id varchar(64) primary key, status varchar(20) not null, context text not null, version integer not null,
      wake_seq integer not null default 0, wake_seen integer not null default 0)`,
    `create table template (id varchar(64) primary key, body text not null)`,
    `create table request (id varchar(64) primary key, execution_id varchar(64) not null references execution (id),
      strategy varchar(10) not null, status varchar(20) not null, assignee_count integer not null,
      answered_count integer not null default 0, version integer not null default 1, expires_at bigint not null, body text not null)`,
    `create table notification (request_id varchar(64) not null references request (id), person varchar(80) not null,
      answered_at bigint, primary key (request_id, person))`,
    `create index notification_inbox on notification (person, request_id)`,
    `create table response (request_id varchar(64) not null references request (id), person varchar(80) not null,
      submission_id varchar(64) not null, payload text not null, at bigint not null, primary key (request_id, person))`,
    `create table token (hash varchar(64) primary key, request_id varchar(64) not null references request (id),
      person varchar(80) not null, used_at bigint)`,
    `create table delivery_order (request_id varchar(64) not null references request (id), channel varchar(20) not null,
      due_at bigint not null, primary key (request_id, channel))`,
    `create index delivery_order_due on delivery_order (due_at)`,
    `create table audit (seq ${counter}, at bigint not null, actor varchar(80) not null, action varchar(40) not null,
      subject varchar(64) not null)`,
  ]);
}
