import { deleteOwned, type Db } from '../../foundation/database/rows.ts';
import { KEEP_MS, type RetentionRow } from '../../foundation/schedule/retention.ts';

/** Tokens that nobody can use any more; until they go, their holder is told which request they were for. */
export const tokenRetention: RetentionRow<Db> = {
  name: 'tokens',
  keepMs: KEEP_MS.tokens,
  purge(db, before, limit) {
    const over = db('tokens')
      .join('requests', 'requests.id', 'tokens.request_id')
      .join('executions', 'executions.id', 'requests.execution_id')
      .where('tokens.expires_at', '<=', before)
      .whereNotIn('executions.status', ['running', 'waiting'])
      .orderBy('tokens.expires_at')
      .limit(limit)
      .select('hash');
    return db('tokens').whereIn('hash', over).delete();
  },
};

/** Deletes at most `limit` rows of what carried subjects that are over to people; returns how many. */
export async function deleteDeliveriesOf(db: Db, subjectIds: string[], limit: number): Promise<number> {
  let count = await deleteOwned(db, 'tokens', { key: ['hash'], owner: 'request_id' }, subjectIds, limit);
  count += await deleteOwned(db, 'deliveries', { key: ['id'], owner: 'subject_id' }, subjectIds, limit - count);
  const orders = { key: ['subject_id', 'channel'], owner: 'subject_id' };
  return count + (await deleteOwned(db, 'delivery_orders', orders, subjectIds, limit - count));
}
