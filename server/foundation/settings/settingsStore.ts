import type { Knex } from 'knex';
import { createHash } from 'node:crypto';
import { isPostgres } from '../database/statements.ts';
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

/** All that is stored, by name. */
export type StoredByName = ReadonlyMap<string, StoredSetting>;

const byName = (rows: SettingRow[]): StoredByName =>
  new Map(
    rows.map(({ name, value, is_secret, updated_at, updated_by }) => [
      name,
      { name, value, isSecret: is_secret === 1, updatedAt: updated_at, updatedBy: updated_by },
    ]),
  );

export const readSettings = async (db: Knex): Promise<StoredByName> => byName(await db('settings').select());

/** As `readSettings`, inside of a unit that changes some of them: whoever else wants to change one waits for it. */
export async function readSettingsToChange(db: Knex): Promise<StoredByName> {
  const rows = db('settings').select().orderBy('name'); // locked by all in one order
  return byName(await (isPostgres(db) ? rows.forUpdate() : rows));
}

/** Names what is stored: as long as it is the same, nobody has changed anything. It says nothing about the values. */
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

/** Removes what was read. @returns false when something else stands there now */
export async function removeSetting(db: Knex, before: string | null, name: string): Promise<boolean> {
  if (before === null) return (await db('settings').where({ name }).first('name')) === undefined;
  return (await db('settings').where({ name, value: before }).delete()) === 1;
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
