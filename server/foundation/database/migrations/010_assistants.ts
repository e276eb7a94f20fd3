import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** A row of `chat_answers` is an answer in progress: at most one per log. After `due_at` its server is presumed dead. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `alter table chats add column has_assistant smallint not null default 0`,
    `alter table chats add column assistant_instructions text not null default ''`,
    `create table chat_answers (chat_id varchar(26) not null references chats (id), person varchar(300) not null,
      message_id varchar(26) not null, due_at bigint not null, primary key (chat_id, person))`,
    `create index chat_answers_due on chat_answers (due_at)`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['chat_answers']);
  await runAll(db, [
    `alter table chats drop column assistant_instructions`,
    `alter table chats drop column has_assistant`,
  ]);
}
