import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** What signs the ends of the audit chain. The first start signs what was sealed before: a migration knows no key. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, ['alter table audit_chain add column mac varchar(64)']);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, ['alter table audit_chain drop column mac']);
}
