import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** `notifications.language`: the person's language in the directory when they were asked, as a BCP 47 tag. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, ['alter table notifications add column language varchar(35)']);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, ['alter table notifications drop column language']);
}
