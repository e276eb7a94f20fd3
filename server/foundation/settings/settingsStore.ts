import type { Knex } from 'knex';
import { createHash } from 'node:crypto';
import { isPostgres } from '../database/statements.ts';
import type { Cipher, AssociatedData } from './cipher.ts';

/** The place to which a secret setting's sealed value is bound. */
export const placeOfSetting = (name: string): AssociatedData => ['setting', name];

/** A stored setting; `value` is JSON, sealed if it is secret. */
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

/** All stored settings, by name. */
export type StoredByName = ReadonlyMap<string, StoredSetting>;

const byName = (rows: SettingRow[]): StoredByName =>
  new Map(
    rows.map(({ name, value, is_secret, updated_at, updated_by }) => [
      name,
      { name, value, isSecret: is_secret === 1, updatedAt: updated_at, updatedBy: updated_by },
    ]),
  );

export const readSettings = async (db: Knex): Promise<StoredByName> => byName(await db('settings').select());

/** Like `readSettings`, but for a unit that changes some: concurrent changes wait for it. */
export async function readSettingsToChange(db: Knex): Promise<StoredByName> {
  const rows = db('settings').select().orderBy('name'); // everyone locks in the same order
  return byName(await (isPostgres(db) ? rows.forUpdate() : rows));
}

/** Identifies the stored state: it is equal exactly as long as nothing has changed. It reveals nothing about the values. */
export function versionOf(stored: StoredByName): string {
  const rows = [...stored.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  const said = rows.map(({ name, value, updatedAt, updatedBy }) => [name, value, updatedAt, updatedBy]);
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url');
}

const toRow = ({ name, value, isSecret, updatedAt, updatedBy }: StoredSetting): SettingRow => ({
  name,
  value,
  is_secret: isSecret ? 1 : 0,
  updated_at: updatedAt,
  updated_by: updatedBy,
});

/** Stores a setting if it still has the value that was read. @returns false if it has changed */
export async function exchangeSetting(db: Knex, before: string | null, setting: StoredSetting): Promise<boolean> {
  const { name, value, updatedAt, updatedBy } = setting;
  if (before !== null) {
    const row = { value, updated_at: updatedAt, updated_by: updatedBy };
    return (await db('settings').where({ name, value: before }).update(row)) === 1;
  }
  const row = toRow(setting);
  return (await db('settings').insert(row).onConflict('name').ignore().returning('name')).length === 1;
}

/** Removes a setting if it still has the value that was read. @returns false if it has changed */
export async function removeSetting(db: Knex, before: string | null, name: string): Promise<boolean> {
  if (before === null) return (await db('settings').where({ name }).first('name')) === undefined;
  return (await db('settings').where({ name, value: before }).delete()) === 1;
}

/** Re-seals secret settings with the current key. @returns how many were outdated @throws UnsealableError */
export async function resealSettings(db: Knex, cipher: Cipher): Promise<number> {
  const rows: Pick<SettingRow, 'name' | 'value'>[] = await db('settings')
    .where({ is_secret: 1 })
    .select('name', 'value');
  const older = rows.filter(({ value }) => !cipher.isCurrent(value));
  for (const { name, value } of older) {
    const place = placeOfSetting(name);
    await db('settings') // only if unchanged since it was read
      .where({ name, value })
      .update({ value: cipher.seal(cipher.open(value, place), place) });
  }
  return older.length;
}
