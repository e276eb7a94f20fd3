import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * All versions of a chat, as for flows. Of earlier versions only the newest is known. Saves by an older server, while
 * it runs beside a newer one, leave gaps.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create table chat_versions (chat_id varchar(26) not null references chats (id), version integer not null, name varchar(200) not null,
      instructions text not null, flow_id varchar(64), has_assistant integer not null, assistant_instructions text not null,
      saved_at bigint not null, primary key (chat_id, version))`,
    `insert into chat_versions (chat_id, version, name, instructions, flow_id, has_assistant, assistant_instructions, saved_at)
      select id, version, name, instructions, flow_id, has_assistant, assistant_instructions, updated_at from chats`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['chat_versions']);
}
