import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** What the text column beside it says, as JSON; null if an author wrote the text. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `alter table requests add column outcome_said text`,
    `alter table execution_steps add column summary_said text`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    `alter table requests drop column outcome_said`,
    `alter table execution_steps drop column summary_said`,
  ]);
}
