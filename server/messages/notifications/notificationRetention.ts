import { deleteOwned, type Db } from '../../foundation/database/rows.ts';

/** Deletes at most `limit` notifications of subjects that are over; returns how many. */
export const deleteNotificationsOf = (db: Db, subjectIds: string[], limit: number): Promise<number> =>
  deleteOwned(db, 'notifications', { key: ['subject_id', 'person'], owner: 'subject_id' }, subjectIds, limit);
