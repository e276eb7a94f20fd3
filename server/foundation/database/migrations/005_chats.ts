import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create table chats (id varchar(26) primary key, name varchar(200) not null, instructions text not null, flow_id varchar(64),
      users text not null, version integer not null, created_by varchar(300) not null, created_at bigint not null, updated_at bigint not null)`,
    `create table chat_messages (id varchar(26) primary key, chat_id varchar(26) not null references chats (id), person varchar(300) not null,
      role varchar(8) not null, content text not null, at bigint not null, execution_id varchar(26))`,
    `create index chat_messages_log on chat_messages (chat_id, person, id)`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['chat_messages', 'chats']);
}
