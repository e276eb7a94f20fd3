import { amongFound } from '../../foundation/database/rows.ts';
import type { Db } from '../../foundation/database/statements.ts';
import { KEEP_MS, type RetentionRow } from '../../foundation/schedule/retention.ts';

/** Profiles of people who have been inactive for a long time. */
export const profileRetention: RetentionRow<Db> = {
  name: 'profiles',
  keepMs: KEEP_MS.profiles,
  purge: (db, before, limit) =>
    db('profiles')
      .whereRaw(
        amongFound(
          db,
          'person',
          db('profiles').where('used_at', '<=', before).orderBy('used_at').limit(limit).select('person'),
        ),
      )
      .delete(),
};
