import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * A date of a recurrence is assigned to people in the order of their ids, several per unit. `given_up_to` is the last
 * who has it. It is null once everybody has it, and for dates by older servers, which assign to everybody at once.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `alter table sending_occurrences add column given_up_to varchar(300)`,
    `create index sending_occurrences_begun on sending_occurrences (sending_id, at) where given_up_to is not null`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [`drop index sending_occurrences_begun`, `alter table sending_occurrences drop column given_up_to`]);
}
