import type { Knex } from 'knex';
import type { Cipher, Place } from './cipher.ts';

/** Where the sealed value of a secret setting belongs. */
export const placeOfSetting = (name: string): Place => ['setting', name];

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

const toRow = ({ name, value, isSecret, updatedAt, updatedBy }: StoredSetting): SettingRow => ({
  name,
  value,
  is_secret: isSecret ? 1 : 0,
  updated_at: updatedAt,
  updated_by: updatedBy,
});

export async function putSetting(db: Knex, setting: StoredSetting): Promise<void> {
  await db('settings').insert(toRow(setting)).onConflict('name').merge();
}

/** Stores a setting in place of what was read. @returns false when something else stands there now */
export async function exchangeSetting(db: Knex, before: string | null, setting: StoredSetting): Promise<boolean> {
  const { name, value, updatedAt, updatedBy } = setting;
  if (before !== null) {
    const row = { value, updated_at: updatedAt, updated_by: updatedBy };
    return (await db('settings').where({ name, value: before }).update(row)) === 1;
  }
  const row = toRow(setting);
  return (await db('settings').insert(row).onConflict('name').ignore().returning('name')).length === 1;
}

/** Seals secret settings with the key that seals now; returns how many were not. @throws UnsealableError */
export async function resealSettings(db: Knex, cipher: Cipher): Promise<number> {
  const rows: Pick<SettingRow, 'name' | 'value'>[] = await db('settings')
    .where({ is_secret: 1 })
    .select('name', 'value');
  const older = rows.filter(({ value }) => !cipher.isCurrent(value));
  for (const { name, value } of older) {
    const place = placeOfSetting(name);
    await db('settings') // compared with what was read: somebody may be changing it
      .where({ name, value })
      .update({ value: cipher.seal(cipher.open(value, place), place) });
  }
  return older.length;
}

export async function removeSetting(db: Knex, name: string): Promise<void> {
  await db('settings').where({ name }).delete();
}
