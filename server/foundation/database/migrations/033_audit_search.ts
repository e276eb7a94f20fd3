import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** The audit is read newest first: all of it, by actor, or by action. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create index audit_at on audit (at, seq)`,
    `create index audit_actor on audit (actor, at, seq)`,
    `create index audit_action on audit (action, at, seq)`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, ['drop index audit_action', 'drop index audit_actor', 'drop index audit_at']);
}
