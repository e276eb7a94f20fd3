import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** Finds deliveries that were given up while their channel was off, for when it is switched on. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create index deliveries_off on deliveries (channel, id) where substr(error_said, 1, 18) = '{"id":"channelOff"'`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, ['drop index deliveries_off']);
}
