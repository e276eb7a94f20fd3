import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

const INDEXES = {
  notifications_due: `(person, due_at, subject_id) where filed_as = 'pending'`,
  notifications_grouped: `(person, group_key, due_at, subject_id) where filed_as = 'pending'`,
  notifications_unplaced: `(due_at, person, subject_id) where filed_as = 'pending' and due_at is null`,
  notifications_snoozed: `(person, filed_as) where filed_as = 'snoozed'`,
  notifications_waking: `(snoozed_until) where filed_as = 'snoozed'`,
};

/**
 * The inbox's sort and group keys are stored on its own rows: when the request is due, and which question it is.
 * Existing rows lack both, as do rows by servers of the previous version: a loop fills them in for pending rows, a few
 * at a time (`placing.ts`), so that this migration need not rewrite a million rows.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `alter table notifications add column due_at bigint`,
    `alter table notifications add column group_key varchar(160)`,
    `alter table notifications add column snoozed_until bigint`,
    ...Object.entries(INDEXES).map(([name, rest]) => `create index ${name} on notifications ${rest}`),
  ]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    ...Object.keys(INDEXES).map((name) => `drop index ${name}`),
    `update notifications set filed_as = 'pending' where filed_as = 'snoozed'`,
    `alter table notifications drop column snoozed_until`,
    `alter table notifications drop column group_key`,
    `alter table notifications drop column due_at`,
  ]);
}
