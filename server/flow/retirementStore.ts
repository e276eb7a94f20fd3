import type { Knex } from 'knex';
import { given, selectRows, type Columns } from '../foundation/database/rows.ts';
import { isPostgres, query } from '../foundation/database/statements.ts';

/** Arbitrary; other users of advisory locks use other seeds. */
const LOCK_SEED = 61;

const ID: Columns = { id: 'text' };

/**
 * PostgreSQL: none of these flows is retired until this unit is over. Starts do not wait for each other. SQLite has a
 * single writer anyway.
 */
export const holdRetiring = (db: Knex, flowIds: string[]): Promise<void> =>
  lock(db, flowIds, 'pg_advisory_xact_lock_shared');

/** PostgreSQL: waits for starts of the flow that are being stored; later ones wait until this unit is over. */
export const holdStarts = (db: Knex, flowId: string): Promise<void> => lock(db, [flowId], 'pg_advisory_xact_lock');

/** In the order of the ids, so that two units cannot wait for each other. */
async function lock(db: Knex, flowIds: string[], how: string): Promise<void> {
  if (!isPostgres(db)) return;
  const rows = flowIds.toSorted().map((id) => ({ id }));
  const { sql, bindings } = given(db, ID, rows);
  await query(db, `select ${how}(hashtextextended(id, ${LOCK_SEED})) from ${sql}`, bindings);
}

/** Those of these flows that are retired. */
export async function retiredAmong(db: Knex, flowIds: string[]): Promise<Set<string>> {
  const rows = [...new Set(flowIds)].map((id) => ({ id }));
  const found = await selectRows<{ id: string }>(db, ID, rows, {
    select: 'flows.id',
    rest: 'join flows on flows.id = given.id where retired_at is not null',
  });
  return new Set(found.map(({ id }) => id));
}

export const isRetired = async (db: Knex, flowId: string): Promise<boolean> =>
  (await retiredAmong(db, [flowId])).has(flowId);

/** False if it is retired already. Call `holdStarts` before it. @param at in ms since the epoch */
export async function retireFlow(db: Knex, id: string, at: number): Promise<boolean> {
  return (await db('flows').where({ id, retired_at: null }).update({ retired_at: at })) === 1;
}

/** False if it is not retired. */
export async function restoreFlow(db: Knex, id: string): Promise<boolean> {
  return (await db('flows').where({ id }).whereNotNull('retired_at').update({ retired_at: null })) === 1;
}
