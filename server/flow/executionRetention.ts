import { deleteOwned, lockRows } from '../foundation/database/rows.ts';
import type { Db } from '../foundation/database/statements.ts';
import { KEEP_MS, type RetentionRow } from '../foundation/schedule/retention.ts';

/** Finished executions with their steps. An execution is kept as long as any of its requests. */
export const executionRetention: RetentionRow<Db> = {
  name: 'executions',
  keepMs: KEEP_MS.executions,
  async purge(db, before, limit) {
    await lockRows(db, 'executions', await overAt(db, before, limit));
    const ids = await overAt(db, before, limit); // re-read under the lock: one may have been retried meanwhile
    if (ids.length === 0) return 0;
    // deleting the steps may take several units, and a retry between two of them would resume with half a history
    await db('executions').whereIn('id', ids).where({ status: 'failed' }).update({ status: 'cancelled' });
    const count = await deleteOwned(
      db,
      'execution_steps',
      { key: ['execution_id', 'seq'], owner: 'execution_id' },
      ids,
      limit,
    );
    if (count >= limit) return count;
    return (
      count +
      (await db('executions')
        .whereIn('id', ids.slice(0, limit - count))
        .delete())
    );
  },
};

const overAt = async (db: Db, before: number, limit: number): Promise<string[]> =>
  db('executions')
    .where('ended_at', '<=', before)
    .whereNotIn('status', ['running', 'waiting'])
    .whereNotExists(db('requests').whereRaw('requests.execution_id = executions.id').select(db.raw('1')))
    .orderBy('ended_at')
    .orderBy('id')
    .limit(limit)
    .pluck('id');
