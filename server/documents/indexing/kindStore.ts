import type { Knex } from 'knex';
import type { IndexFault } from '../../../contract/indexing.ts';
import { INTERVALS } from './indexingRules.ts';
import { TurnLost } from './sourceStore.ts';

interface KindRow {
  kind: string;
  turn: number;
  next_at: number;
  set_at: number;
  failures: number;
  fault: IndexFault | null;
  listed_at: number | null;
}

/** The state of listing the places of one kind. */
export interface IndexedKind {
  kind: string;
  turn: number;
  failures: number;
  fault: IndexFault | null;
  listedAt: number | null;
}

const toKind = ({ kind, turn, failures, fault, listed_at }: KindRow): IndexedKind => ({
  kind,
  turn,
  failures,
  fault,
  listedAt: listed_at,
});

const STEPPED_MS = 60_000;

export async function isKindDue(db: Knex, kind: string, now: number): Promise<boolean> {
  const row = await db<KindRow>('indexed_kinds').where({ kind }).first();
  return row === undefined || row.next_at <= now || row.set_at > now + STEPPED_MS;
}

/** Claims a kind for one server until `until`. Null: it is not due. */
export async function takeKind(
  trx: Knex,
  kind: string,
  { now, until }: { now: number; until: number },
): Promise<IndexedKind | null> {
  const fresh = { kind, turn: 0, next_at: 0, set_at: 0, failures: 0, fault: null, listed_at: null };
  await trx<KindRow>('indexed_kinds').insert(fresh).onConflict('kind').ignore();
  const [row] = await trx<KindRow>('indexed_kinds')
    .where({ kind })
    .whereRaw('(next_at <= ? or set_at > ?)', [now, now + STEPPED_MS])
    .update({ turn: trx.raw('turn + 1') as unknown as number, next_at: until, set_at: now })
    .returning('*');
  return row ? toKind(row) : null;
}

/** @returns false if another server has claimed it since */
export async function storeKind(
  trx: Knex,
  { kind, turn }: Pick<IndexedKind, 'kind' | 'turn'>,
  change: { now: number; nextAt: number; failures: number; fault: IndexFault | null; listedAt?: number },
): Promise<boolean> {
  const { now, nextAt, failures, fault, listedAt } = change;
  const row = { next_at: nextAt, set_at: now, failures, fault, ...(listedAt !== undefined && { listed_at: listedAt }) };
  return (await trx<KindRow>('indexed_kinds').where({ kind, turn }).update(row)) > 0;
}

/** Extends the claim of a kind by a lease. @throws TurnLost if it was claimed again or made due since */
export async function holdKind(
  trx: Knex,
  { kind, turn }: Pick<IndexedKind, 'kind' | 'turn'>,
  now: number,
): Promise<void> {
  const row = { next_at: now + INTERVALS.leaseMs, set_at: now };
  const held = await trx<KindRow>('indexed_kinds').where({ kind, turn }).update(row);
  if (held === 0) throw new TurnLost();
}

/**
 * Makes all kinds due now. A server that is listing one of them loses it: its list may be from before what has changed.
 */
export const listSoon = async (trx: Knex, now: number): Promise<void> =>
  void (await trx<KindRow>('indexed_kinds').update({
    turn: trx.raw('turn + 1') as unknown as number,
    next_at: now,
    set_at: now,
  }));

export const listKinds = async (db: Knex): Promise<IndexedKind[]> =>
  (await db<KindRow>('indexed_kinds').orderBy('kind')).map(toKind);
