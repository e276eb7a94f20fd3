import type { Knex } from 'knex';

/** A stored setting; `value` is JSON, sealed where it is secret. */
export interface StoredSetting {
  name: string;
  value: string;
  isSecret: boolean;
  updatedAt: number;
  updatedBy: string;
}

interface SettingRow {
  name: string;
  value: string;
  is_secret: number;
  updated_at: number;
  updated_by: string;
}

export async function readSettings(db: Knex): Promise<Map<string, StoredSetting>> {
  const rows: SettingRow[] = await db('settings').select();
  return new Map(
    rows.map(({ name, value, is_secret, updated_at, updated_by }) => [
      name,
      { name, value, isSecret: is_secret === 1, updatedAt: updated_at, updatedBy: updated_by },
    ]),
  );
}

export async function putSetting(
  db: Knex,
  { name, value, isSecret, updatedAt, updatedBy }: StoredSetting,
): Promise<void> {
  const row: SettingRow = { name, value, is_secret: isSecret ? 1 : 0, updated_at: updatedAt, updated_by: updatedBy };
  await db('settings').insert(row).onConflict('name').merge();
}

export async function removeSetting(db: Knex, name: string): Promise<void> {
  await db('settings').where({ name }).delete();
}
