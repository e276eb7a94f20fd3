import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** Which place an answer has among those to its question: clocks do not tell, for several come in one moment. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, ['alter table responses add column place integer']);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, ['alter table responses drop column place']);
}
