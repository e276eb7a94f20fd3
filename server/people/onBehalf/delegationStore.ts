import type { Knex } from 'knex';
import type { Cipher, AssociatedData } from '../../foundation/settings/cipher.ts';

/** The tokens the server holds for one person, as MSAL serialises them. */
export interface Delegation {
  /** Empty: only the challenge is known. */
  tokens: string;
  /** The claims that the next sign-in has to ask for; empty: unknown; null: the tokens were not refused. */
  challenge: string | null;
  /** Incremented by every change; writers must name the version they read. */
  version: number;
  /** When they were exchanged, in milliseconds since 1970; tells a new row from a deleted one of the same version. */
  updatedAt: number;
}

/** Which tokens were read. */
type Read = Pick<Delegation, 'version' | 'updatedAt'>;
const unchanged = (person: string, { version, updatedAt }: Read) => ({ person, version, updated_at: updatedAt });

interface DelegationRow {
  person: string;
  tokens: string;
  challenge: string | null;
  version: number;
  updated_at: number;
  used_at: number;
}

/** Bound to the person: a copy in another person's row cannot be opened. */
const placeOf = (person: string): AssociatedData => ['delegation', person];

/** @throws UnsealableError */
export async function readDelegation(db: Knex, cipher: Cipher, person: string): Promise<Delegation | null> {
  const row = await db<DelegationRow>('delegations').where({ person }).first();
  if (!row) return null;
  const { challenge, version, updated_at: updatedAt } = row;
  return { tokens: cipher.open(row.tokens, placeOf(person)), challenge, version, updatedAt };
}

interface Stored {
  person: string;
  tokens: string;
  now: number;
}

/** Stores newly exchanged tokens, replacing any old ones and their challenge. */
export async function putDelegation(db: Knex, cipher: Cipher, { person, tokens, now }: Stored): Promise<void> {
  const sealed = { tokens: cipher.seal(tokens, placeOf(person)), updated_at: now, used_at: now };
  await putRow(db, { person, ...sealed, challenge: null }, { ...sealed, challenge: null });
}

interface Challenged {
  person: string;
  challenge: string;
  now: number;
}

/** Stores what the next sign-in has to ask for. Tokens that are there stay: they may serve for something else. */
export async function challengeDelegation(db: Knex, cipher: Cipher, { person, challenge, now }: Challenged) {
  const none = { person, tokens: cipher.seal('', placeOf(person)), challenge, updated_at: now, used_at: now };
  await putRow(db, none, { challenge });
}

async function putRow(db: Knex, row: Omit<DelegationRow, 'version'>, changes: Partial<DelegationRow>): Promise<void> {
  await db('delegations')
    .insert({ ...row, version: 1 })
    .onConflict('person')
    .merge({ ...changes, version: db.raw('delegations.version + 1') });
}

/**
 * Stores renewed tokens. False if the row has changed since it was read: newer tokens are there, or the person signed
 * out.
 */
export async function renewDelegation(
  db: Knex,
  cipher: Cipher,
  { person, tokens, now }: Stored,
  read: Read,
): Promise<boolean> {
  const row = { tokens: cipher.seal(tokens, placeOf(person)), version: read.version + 1, used_at: now };
  return (await db('delegations').where(unchanged(person, read)).update(row)) === 1;
}

export async function deleteDelegation(db: Knex, person: string): Promise<boolean> {
  return (await db('delegations').where({ person }).delete()) === 1;
}

/** Deletes the tokens, if they are unchanged since they were read. */
export async function dropDelegation(db: Knex, person: string, read: Read): Promise<void> {
  await db('delegations').where(unchanged(person, read)).delete();
}

/**
 * Re-seals a batch of tokens with the current key. @returns how many were outdated, and the batch's last person; null:
 * the end was reached
 */
export async function resealDelegations(
  db: Knex,
  cipher: Cipher,
  after: string,
  limit: number,
): Promise<{ resealed: number; last: string | null }> {
  const rows: DelegationRow[] = await db('delegations').where('person', '>', after).orderBy('person').limit(limit);
  const older = rows.filter(({ tokens }) => !cipher.isCurrent(tokens));
  for (const { person, tokens } of older) {
    const place = placeOf(person);
    const sealed = cipher.seal(cipher.open(tokens, place), place);
    await db('delegations').where({ person, tokens }).update({ tokens: sealed });
  }
  return { resealed: older.length, last: rows.length < limit ? null : rows.at(-1)!.person };
}
