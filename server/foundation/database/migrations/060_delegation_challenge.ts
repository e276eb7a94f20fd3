import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * `challenge`: the claims that the identity provider demanded when tokens on behalf of this person were refused; empty:
 * it named none. The next start exchanges the person's token anew. Servers of older versions do not write it.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [`alter table delegations add column challenge text`]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [`alter table delegations drop column challenge`]);
}
