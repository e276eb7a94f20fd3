import type { Knex } from 'knex';
import { among } from '../foundation/database/rows.ts';

/** A person's drive that holds files of answers. */
export interface UsedDrive {
  person: string;
  driveId: string;
}

export async function drivesInUse(db: Knex): Promise<UsedDrive[]> {
  const rows: { person: string; drive_id: string }[] = await db('files')
    .whereNotNull('drive_id')
    .whereNotNull('item_id')
    .distinct('person', 'drive_id');
  return rows.map(({ person, drive_id: driveId }) => ({ person, driveId }));
}

/** Which of these drive items are our files. */
export async function filesAmong(db: Knex, driveId: string, itemIds: string[]): Promise<Set<string>> {
  if (itemIds.length === 0) return new Set();
  const found: string[] = await db('files')
    .where({ drive_id: driveId })
    .whereRaw(among(db, 'item_id', itemIds))
    .pluck('item_id');
  return new Set(found);
}

/** Item ids of files in a drive whose upload started since then and is complete. @param since milliseconds since 1970 */
export const filesSince = (db: Knex, driveId: string, since: number): Promise<string[]> =>
  db('files').where({ drive_id: driveId }).whereNotNull('item_id').where('created_at', '>=', since).pluck('item_id');
