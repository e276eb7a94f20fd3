import type { Knex } from 'knex';
import { dialectOf, dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * `sending_cancellations`: the cancellation of a sending for everybody who still has it open. Large sendings are
 * cancelled some people at a time; the row is deleted once nobody has it open any more.
 */
export async function up(db: Knex): Promise<void> {
  const { narrow } = dialectOf(db);
  await runAll(db, [
    `create table sending_cancellations (sending_id varchar(26) not null primary key references sendings (id),
      person varchar(300) not null, reason text, asked_at bigint not null) ${narrow}`,
    `create index assignments_open on assignments (sending_id, id) where is_over = 0`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [`drop index assignments_open`]);
  await dropTables(db, ['sending_cancellations']);
}
