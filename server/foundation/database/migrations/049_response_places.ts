import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** The position of an answer among those to its question: timestamps do not tell, as several may be equal. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, ['alter table responses add column place integer']);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, ['alter table responses drop column place']);
}
