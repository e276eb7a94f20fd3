import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** The signature of the audit chain's ends. The first start signs what was sealed before: a migration has no key. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, ['alter table audit_chain add column mac varchar(64)']);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, ['alter table audit_chain drop column mac']);
}
