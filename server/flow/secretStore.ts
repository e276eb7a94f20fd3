import type { Knex } from 'knex';
import type { Person } from '../../contract/people.ts';
import type { Cipher, AssociatedData } from '../foundation/settings/cipher.ts';

export interface StoredSecret {
  name: string;
  ownerId: string;
  owner: Person;
  flows: string[];
  updatedAt: number;
}

interface SecretRow {
  name: string;
  value: string;
  owner_id: string;
  owner: string;
  updated_at: number;
}

const placeOf = (name: string): AssociatedData => ['secret', name];

async function withFlows(db: Knex, rows: SecretRow[]): Promise<StoredSecret[]> {
  const bindings: { name: string; flow_id: string }[] = await db('author_secret_flows')
    .whereIn(
      'name',
      rows.map(({ name }) => name),
    )
    .orderBy('flow_id');
  return rows.map(({ name, owner_id, owner, updated_at }) => ({
    name,
    ownerId: owner_id,
    owner: JSON.parse(owner) as Person,
    flows: bindings.filter((binding) => binding.name === name).map(({ flow_id }) => flow_id),
    updatedAt: updated_at,
  }));
}

/** Sorted by name; all secrets if no owner is given. */
export async function listSecrets(db: Knex, ownerId: string | null): Promise<StoredSecret[]> {
  const rows = db<SecretRow>('author_secrets').orderBy('name');
  return withFlows(db, await (ownerId === null ? rows : rows.where({ owner_id: ownerId })));
}

export async function findSecret(db: Knex, name: string): Promise<StoredSecret | null> {
  const row = await db<SecretRow>('author_secrets').where({ name }).first();
  return row ? (await withFlows(db, [row]))[0]! : null;
}

interface PutSecret {
  name: string;
  /** Absent: the stored value stays. */
  value?: string | undefined;
  flows: string[];
  by: Person;
  now: number;
}

/** Stores a new secret; false if the name is taken. */
export async function insertSecret(db: Knex, cipher: Cipher, put: PutSecret & { value: string }): Promise<boolean> {
  const { name, value, by, now } = put;
  const stamps = { created_at: now, updated_at: now, updated_by: by.id };
  const row = { name, value: cipher.seal(value, placeOf(name)), owner_id: by.id, owner: JSON.stringify(by), ...stamps };
  const inserted = await db('author_secrets').insert(row).onConflict('name').ignore().returning('name');
  if (inserted.length > 0) await bindFlows(db, put);
  return inserted.length > 0;
}

export async function updateSecret(db: Knex, cipher: Cipher, put: PutSecret): Promise<void> {
  const { name, value, by, now } = put;
  const sealed = value === undefined ? {} : { value: cipher.seal(value, placeOf(name)) };
  await db('author_secrets')
    .where({ name })
    .update({ ...sealed, updated_at: now, updated_by: by.id });
  await db('author_secret_flows').where({ name }).delete();
  await bindFlows(db, put);
}

async function bindFlows(db: Knex, { name, flows }: PutSecret): Promise<void> {
  const rows = [...new Set(flows)].map((flow_id) => ({ name, flow_id }));
  if (rows.length > 0) await db('author_secret_flows').insert(rows);
}

export async function deleteSecret(db: Knex, name: string): Promise<void> {
  await db('author_secret_flows').where({ name }).delete();
  await db('author_secrets').where({ name }).delete();
}

/**
 * The value of a secret, for a flow that may use it; null if there is none, or the flow may not use it.
 * @throws UnsealableError
 */
export async function openSecret(db: Knex, cipher: Cipher, name: string, flowId: string): Promise<string | null> {
  const row = await db('author_secrets')
    .join('author_secret_flows', 'author_secret_flows.name', 'author_secrets.name')
    .where({ 'author_secrets.name': name, flow_id: flowId })
    .first('value');
  return row ? cipher.open(row.value, placeOf(name)) : null;
}

/** Reseals all secrets with the current key; returns how many were sealed with an older one. @throws UnsealableError */
export async function resealSecrets(db: Knex, cipher: Cipher): Promise<number> {
  const rows: Pick<SecretRow, 'name' | 'value'>[] = await db('author_secrets').select('name', 'value');
  const older = rows.filter(({ value }) => !cipher.isCurrent(value));
  for (const { name, value } of older) {
    const sealed = cipher.seal(cipher.open(value, placeOf(name)), placeOf(name));
    await db('author_secrets').where({ name, value }).update({ value: sealed });
  }
  return older.length;
}
