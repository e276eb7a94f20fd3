import type { Db } from '../foundation/database/statements.ts';
import { KEEP_MS, type RetentionRow } from '../foundation/schedule/retention.ts';
import { deleteDeliveriesOf } from '../messages/deliveries/tokenRetention.ts';
import { firstIdOf } from '../foundation/newId.ts';

/** Old notices about assignments, with their deliveries. Ids of notices are in order of creation. */
export const noticeRetention: RetentionRow<Db> = {
  name: 'assignmentNotices',
  keepMs: KEEP_MS.assignmentNotices,
  async purge(db, before, limit) {
    const old: string[] = await db('assignment_notices')
      .where('id', '<', firstIdOf(before))
      .whereNull('tell_at')
      .orderBy('id')
      .limit(limit)
      .pluck('id');
    const count = await deleteDeliveriesOf(db, old, limit);
    const free = old.slice(0, limit - count); // at the limit, records that refer to them may be left
    return free.length === 0 ? count : count + (await db('assignment_notices').whereIn('id', free).delete());
  },
};
