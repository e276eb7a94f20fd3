import { deleteOwned } from '../../foundation/database/rows.ts';
import type { Db } from '../../foundation/database/statements.ts';
import { KEEP_MS, type RetentionRow } from '../../foundation/schedule/retention.ts';
import type { StoredKind } from './subject.ts';

/** Expired tokens; until they are purged, their holders can be told which request they were for. */
export const createTokenRetention = (kinds: readonly StoredKind[]): RetentionRow<Db> => ({
  name: 'tokens',
  keepMs: KEEP_MS.tokens,
  async purge(db, before, limit) {
    let count = 0;
    for (const { sql } of kinds) {
      const over = db('tokens')
        .joinRaw(`join ${sql.table} on ${sql.table}.id = tokens.request_id ${sql.past.join}`)
        .where('tokens.expires_at', '<=', before)
        .whereRaw(sql.past.where)
        .orderBy('tokens.expires_at')
        .limit(limit - count)
        .select('hash');
      count += await db('tokens').whereIn('hash', over).delete();
    }
    return count;
  },
});

/** Deletes at most `limit` rows of the deliveries of closed subjects; returns how many. */
export async function deleteDeliveriesOf(db: Db, subjectIds: string[], limit: number): Promise<number> {
  let count = await deleteOwned(db, 'tokens', { key: ['hash'], owner: 'request_id' }, subjectIds, limit);
  count += await deleteOwned(db, 'deliveries', { key: ['id'], owner: 'subject_id' }, subjectIds, limit - count);
  const orders = { key: ['subject_id', 'channel'], owner: 'subject_id' };
  return count + (await deleteOwned(db, 'delivery_orders', orders, subjectIds, limit - count));
}
