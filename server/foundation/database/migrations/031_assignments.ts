import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** The columns that a sending and its assignments share. Assignments repeat them because they are searched by each. */
const TERMS = `criterion varchar(20) not null, retry_budget integer not null, allow_delegation smallint not null, allow_rejection smallint not null,
  chat_version integer, flow_version integer, due_at bigint, expires_at bigint, created_at bigint not null`;
const OPEN = `is_over = 0`;

/**
 * Chats that are assigned to people: a sending is one act of assigning, which may recur. People are told about
 * assignments by notices, one per person; `assignment_inboxes` counts changes of a person's assignments.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create table sendings (id varchar(26) primary key, chat_id varchar(26) not null references chats (id), name varchar(200) not null, note text,
      creator_id varchar(300) not null, creator text not null, principals text not null, ${TERMS},
      cron varchar(120), time_zone varchar(64), due_after_ms bigint, expires_after_ms bigint, next_at bigint, recurrence_ended_at bigint,
      start_key varchar(200), body_hash varchar(64))`,
    `create unique index sendings_key on sendings (creator_id, start_key) where start_key is not null`,
    `create index sendings_creator on sendings (creator_id, id)`,
    `create index sendings_chat on sendings (chat_id)`,
    `create index sendings_next on sendings (next_at) where next_at is not null`,
    `create table sending_occurrences (sending_id varchar(26) not null references sendings (id), at bigint not null, outcome varchar(8) not null,
      people integer not null, primary key (sending_id, at))`,
    `create table assignments (id varchar(26) primary key, sending_id varchar(26) not null references sendings (id),
      chat_id varchar(26) not null references chats (id), name varchar(200) not null, creator_id varchar(300) not null,
      person varchar(300) not null, display_name varchar(300) not null, email varchar(320), upn varchar(320), language varchar(35),
      group_id varchar(36), group_name varchar(300), occurrence_at bigint, ${TERMS},
      status varchar(12) not null, is_over smallint not null, version integer not null, attempt integer not null,
      has_attempt_failed smallint not null, passed smallint, outcome text, reason text, cancelled_by varchar(12),
      predecessor_id varchar(26), chain_id varchar(26) not null, log_id varchar(26), tell_due_at bigint,
      started_at bigint, ended_at bigint, reminded_at bigint)`,
    `create index assignments_inbound on assignments (person, is_over, id)`,
    `create index assignments_outbound on assignments (creator_id, is_over, id)`,
    `create index assignments_sending on assignments (sending_id, id)`,
    `create index assignments_chat on assignments (chat_id, person) where ${OPEN}`,
    `create index assignments_log on assignments (log_id) where log_id is not null`,
    `create index assignments_chain on assignments (chain_id)`,
    `create index assignments_predecessor on assignments (predecessor_id) where predecessor_id is not null`,
    `create index assignments_expiry on assignments (expires_at) where ${OPEN} and expires_at is not null`,
    `create index assignments_due on assignments (tell_due_at) where ${OPEN} and tell_due_at is not null`,
    `create table assignment_notices (id varchar(26) primary key, assignment_id varchar(26) references assignments (id), sender varchar(300) not null,
      person varchar(300) not null, kind varchar(12) not null, scope varchar(8) not null, is_read smallint not null, created_at bigint not null,
      tell_at bigint, told_at bigint, digest_id varchar(26))`,
    `create index assignment_notices_person on assignment_notices (person, id)`,
    `create index assignment_notices_unread on assignment_notices (person, scope) where is_read = 0`,
    `create index assignment_notices_assignment on assignment_notices (assignment_id)`,
    `create index assignment_notices_tell on assignment_notices (tell_at) where tell_at is not null`,
    `create index assignment_notices_told on assignment_notices (person, told_at) where told_at is not null`,
    `create index assignment_notices_digest on assignment_notices (digest_id) where digest_id is not null`,
    `create table assignment_inboxes (person varchar(300) primary key, changes bigint not null)`,
    `alter table chat_logs add column start_key varchar(200)`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [`alter table chat_logs drop column start_key`]);
  await dropTables(db, ['assignment_inboxes', 'assignment_notices', 'assignments', 'sending_occurrences', 'sendings']);
}
