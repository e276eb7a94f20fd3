import type { Knex } from 'knex';
import { lockNames } from '../foundation/database/nameLocks.ts';
import { selectRows, type Columns } from '../foundation/database/rows.ts';

const ID: Columns = { id: 'text' };

/** None of these flows is retired until this unit is over. Starts do not wait for each other. */
export const holdRetiring = (db: Knex, flowIds: string[]): Promise<void> => lockNames(db, 'flow', flowIds, 'shared');

/** Waits for starts of the flow that are being stored; later ones wait until this unit is over. */
export const holdStarts = (db: Knex, flowId: string): Promise<void> => lockNames(db, 'flow', [flowId]);

/** Those of these flows that are retired. */
export async function retiredAmong(db: Knex, flowIds: string[]): Promise<Set<string>> {
  const rows = [...new Set(flowIds)].map((id) => ({ id }));
  const found = await selectRows<{ id: string }>(db, ID, rows, {
    select: 'flows.id',
    rest: 'join flows on flows.id = given.id where retired_at is not null',
  });
  return new Set(found.map(({ id }) => id));
}

/** Whether the flow of a chat is retired, for each of these chats. */
export async function findRetiredFlows(db: Knex, chats: readonly WithFlow[]): Promise<(chat: WithFlow) => boolean> {
  const retired = await retiredAmong(
    db,
    chats.flatMap(({ flowId }) => flowId ?? []),
  );
  return ({ flowId }) => flowId !== null && retired.has(flowId);
}

interface WithFlow {
  flowId: string | null;
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
