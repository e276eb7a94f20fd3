// cspell:ignore pkey
import type { Knex } from 'knex';
import { isPostgres } from '../statements.ts';
import { dropTables, rebuildTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

const KEY = 'primary key (chat_id, person)';
const KEY_WITH_LOG = 'primary key (chat_id, person, log_id)';

/**
 * Beside their own log of a chat, people get one for each attempt at an assignment. An empty `log_id` is the person's
 * own log, the only kind that servers of the previous version know.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create table chat_logs (id varchar(26) primary key, chat_id varchar(26) not null references chats (id), person varchar(300) not null,
      name varchar(200) not null, assignment_id varchar(26) not null, attempt integer not null, chat_version integer, flow_version integer,
      created_at bigint not null)`,
    `create index chat_logs_person on chat_logs (person, id)`,
    `create index chat_logs_chat on chat_logs (chat_id)`,
    `create index chat_logs_assignment on chat_logs (assignment_id)`,
    `alter table chat_messages add column log_id varchar(26) not null default ''`,
    `create index chat_messages_of_log on chat_messages (chat_id, person, log_id, id)`,
    `drop index chat_messages_log`,
    `alter table chat_answers add column log_id varchar(26) not null default ''`,
    `alter table executions add column log_id varchar(26)`,
    `create index executions_log on executions (log_id) where log_id is not null`,
  ]);
  await changeKey(db, KEY, KEY_WITH_LOG);
}

export async function down(db: Knex): Promise<void> {
  await db('chat_answers').whereNot({ log_id: '' }).delete();
  await changeKey(db, KEY_WITH_LOG, KEY);
  await runAll(db, [
    `drop index executions_log`,
    `alter table executions drop column log_id`,
    `alter table chat_answers drop column log_id`,
    `create index chat_messages_log on chat_messages (chat_id, person, id)`,
    `drop index chat_messages_of_log`,
    `alter table chat_messages drop column log_id`,
  ]);
  await dropTables(db, ['chat_logs']);
}

async function changeKey(db: Knex, before: string, after: string): Promise<void> {
  if (!isPostgres(db)) return rebuildTables(db, ['chat_answers'], (sql) => sql.replace(before, after));
  await runAll(db, [
    `alter table chat_answers drop constraint chat_answers_pkey`,
    `alter table chat_answers add ${after}`,
  ]);
}
