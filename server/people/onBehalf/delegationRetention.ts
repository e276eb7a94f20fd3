import type { Db } from '../../foundation/database/statements.ts';
import { KEEP_MS, type RetentionRow } from '../../foundation/schedule/retention.ts';

/** Tokens that have not been used for a long time. */
export const delegationRetention: RetentionRow<Db> = {
  name: 'delegations',
  keepMs: KEEP_MS.delegations,
  purge: (db, before, limit) =>
    db('delegations')
      .whereIn(
        'person',
        db('delegations').where('used_at', '<=', before).orderBy('used_at').limit(limit).select('person'),
      )
      .delete(),
};
