import type { Knex } from 'knex';
import type { IndexFault, IndexState } from '../../../contract/indexing.ts';
import { isPostgres, query } from '../../foundation/database/statements.ts';
import type { DocumentCollection } from './documentSource.ts';
import { INTERVALS } from './indexingRules.ts';

interface SourceRow {
  id: string;
  kind: string;
  place: string;
  site: string;
  site_name: string;
  title: string;
  address: string;
  state: IndexState;
  link: string | null;
  has_more: number;
  walk: number;
  is_thorough: number;
  turn: number;
  is_held: number;
  next_at: number;
  set_at: number;
  failures: number;
  fault: IndexFault | null;
  documents: number;
  read_at: number;
  walked_at: number | null;
}

/** A place, and how far it has been read. */
export interface IndexedSource {
  id: string;
  kind: string;
  place: string;
  site: string;
  siteName: string;
  title: string;
  address: string;
  state: IndexState;
  /** Of the next page; null: from the start. */
  link: string | null;
  /** Whether there is another page to read at once. */
  hasMore: boolean;
  /** Counts full walks: after a walk, items with a lower number no longer exist. */
  walk: number;
  /** Whether to ignore what is known of its documents. */
  isThorough: boolean;
  /** A fencing token, incremented with every claim: a holder with an older value cannot store anything. */
  turn: number;
  nextAt: number;
  failures: number;
  fault: IndexFault | null;
  documents: number;
  /** When it last answered. */
  readAt: number;
  walkedAt: number | null;
}

const toSource = (row: SourceRow): IndexedSource => ({
  id: row.id,
  kind: row.kind,
  place: row.place,
  site: row.site,
  siteName: row.site_name,
  title: row.title,
  address: row.address,
  state: row.state,
  link: row.link,
  hasMore: row.has_more === 1,
  walk: row.walk,
  isThorough: row.is_thorough === 1,
  turn: row.turn,
  nextAt: row.next_at,
  failures: row.failures,
  fault: row.fault,
  documents: row.documents,
  readAt: row.read_at,
  walkedAt: row.walked_at,
});

/**
 * A `set_at` this far in the future means that the clock was set back. Such rows are due at once; otherwise they would
 * wait until the clock catches up.
 */
const STEPPED_MS = 60_000;

/** The condition for a due source; one that waits only because the clock was set back counts as due. */
const due = (now: number) => ({
  sql: `(next_at <= ? or set_at > ?) and state <> 'gone'`,
  bindings: [now, now + STEPPED_MS],
});

/** Whether `takeDue` would find any; a cheap check. */
export async function isAnyDue(db: Knex, now: number): Promise<boolean> {
  const { sql, bindings } = due(now);
  return (await query(db, `select 1 as there from indexed_sources where ${sql} limit 1`, bindings)).length > 0;
}

/** What a server must know of a source's past when it claims it. */
export interface SourceHistory {
  /** Whether the previous holder did not give it back. */
  wasLeft: boolean;
  /** When it was last written, if the clock was set back since; null: it was not. */
  setBackFrom: number | null;
}

/** Claims sources of these kinds until `until`, each for one server. */
export async function takeDue(
  trx: Knex,
  kinds: readonly string[],
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<(IndexedSource & SourceHistory)[]> {
  const { sql, bindings } = due(now);
  const lock = isPostgres(trx) ? 'for update skip locked' : '';
  const rows = await query<SourceRow>(
    trx,
    `select * from indexed_sources where ${sql} and kind in (${kinds.map(() => '?').join(', ')})
     order by next_at limit ? ${lock}`,
    [...bindings, ...kinds, limit],
  );
  for (const { id } of rows)
    await trx('indexed_sources')
      .where({ id })
      .update({ turn: trx.raw('turn + 1'), is_held: 1, next_at: until, set_at: now });
  return rows.map((row) => ({
    ...toSource(row),
    turn: row.turn + 1,
    wasLeft: row.is_held === 1,
    setBackFrom: row.set_at > now + STEPPED_MS ? row.set_at : null,
  }));
}

/** Releases what a dead server held. The sources stay marked: its last work is unreliable. */
export const releaseHeld = async (trx: Knex, now: number): Promise<void> =>
  void (await trx('indexed_sources')
    .where({ is_held: 1 })
    .update({ turn: trx.raw('turn + 1'), next_at: now, set_at: now }));

/** What the holder of a source stores. */
export interface SourceChange {
  state?: IndexState;
  link?: string | null;
  hasMore?: boolean;
  isThorough?: boolean;
  failures?: number;
  fault?: IndexFault | null;
  readAt?: number;
  walkedAt?: number;
  walk?: number;
  /** Added to the number of documents. */
  documents?: number;
}

const toRow = (trx: Knex, { documents, ...change }: SourceChange) => ({
  ...(change.state !== undefined && { state: change.state }),
  ...(change.link !== undefined && { link: change.link }),
  ...(change.hasMore !== undefined && { has_more: change.hasMore ? 1 : 0 }),
  ...(change.isThorough !== undefined && { is_thorough: change.isThorough ? 1 : 0 }),
  ...(change.failures !== undefined && { failures: change.failures }),
  ...(change.fault !== undefined && { fault: change.fault }),
  ...(change.readAt !== undefined && { read_at: change.readAt }),
  ...(change.walk !== undefined && { walk: change.walk }),
  ...(change.walkedAt !== undefined && { walked_at: change.walkedAt }),
  ...(documents !== undefined && { documents: trx.raw('documents + ?', [documents]) }),
});

/** Another server holds the source now; nothing was stored. */
export class TurnLost extends Error {
  constructor() {
    super('Another server has this source now.');
    this.name = 'TurnLost';
  }
}

type Held = Pick<IndexedSource, 'id' | 'turn'>;

/** Stores a change of a held source and extends the hold by a lease. Call it first in the unit. @throws TurnLost */
export async function storeHeld(trx: Knex, { id, turn }: Held, change: SourceChange, now: number): Promise<void> {
  const row = { ...toRow(trx, change), next_at: now + INTERVALS.leaseMs, set_at: now };
  if ((await trx('indexed_sources').where({ id, turn, is_held: 1 }).update(row)) === 0) throw new TurnLost();
}

/** Adds to a source's number of documents, whoever holds it. */
export const countDocuments = async (trx: Knex, id: string, documents: number): Promise<void> =>
  void (await trx('indexed_sources').where({ id }).update(toRow(trx, { documents })));

/**
 * Gives a source back. @param isDone whether all work is stored; if not, the next holder ignores what is known of it
 * @throws TurnLost
 */
export async function giveBack(
  trx: Knex,
  { id, turn }: Held,
  change: SourceChange,
  { now, nextAt, isDone }: { now: number; nextAt: number; isDone: boolean },
): Promise<void> {
  const row = { ...toRow(trx, change), is_held: isDone ? 0 : 1, next_at: nextAt, set_at: now };
  if ((await trx('indexed_sources').where({ id, turn, is_held: 1 }).update(row)) === 0) throw new TurnLost();
}

export const listOfKind = async (db: Knex, kind: string): Promise<IndexedSource[]> =>
  (await db<SourceRow>('indexed_sources').where({ kind })).map(toSource);

const cut = (text: string, length: number): string => [...text].slice(0, length).join('');

/** Updates the names of places; a new or returning place is read from scratch. */
export async function putPlaces(
  trx: Knex,
  kind: string,
  places: readonly (DocumentCollection & { source: string })[],
  now: number,
): Promise<void> {
  for (const { source: id, id: place, site, siteName, title, address } of places) {
    const called = { site, site_name: cut(siteName, 300), title: cut(title, 300), address: cut(address, 1000) };
    const begun = { state: 'walking', link: null, has_more: 1, is_thorough: 0, failures: 0, fault: null, read_at: now };
    const fresh = { ...begun, next_at: now, set_at: now, is_held: 0, documents: 0 };
    await trx('indexed_sources')
      .insert({ id, kind, place, ...called, ...fresh, walk: 1, turn: 0 })
      .onConflict('id')
      .merge(called);
    await trx('indexed_sources')
      .where({ id, state: 'gone' })
      .update({ ...fresh, walk: trx.raw('walk + 1') });
  }
}

/** Makes a source leave: nothing of it may be found any more. Its holder loses it. */
export const startLeaving = async (trx: Knex, id: string, fault: IndexFault, now: number): Promise<void> =>
  void (await trx('indexed_sources')
    .where({ id })
    .whereNotIn('state', ['leaving', 'gone'])
    .update({ state: 'leaving', fault, turn: trx.raw('turn + 1'), is_held: 0, next_at: now, set_at: now }));

/** Makes a source that is leaving or gone leave once more. @returns its state now; null: it is unknown */
export async function leaveAgain(trx: Knex, id: string, now: number): Promise<IndexState | null> {
  await trx('indexed_sources')
    .where({ id })
    .whereIn('state', ['leaving', 'gone'])
    .update({ state: 'leaving', turn: trx.raw('turn + 1'), is_held: 0, next_at: now, set_at: now });
  const row: { state: IndexState } | undefined = await trx('indexed_sources').where({ id }).first('state');
  return row?.state ?? null;
}

/** Deletes sources that have been gone since before a moment. */
export const forgetGone = async (trx: Knex, before: number): Promise<void> =>
  void (await trx('indexed_sources').where({ state: 'gone' }).where('set_at', '<', before).delete());

/** Makes one source, or all, due now; held sources are being read already. */
export async function readSoon(trx: Knex, id: string | null, now: number): Promise<number> {
  return trx('indexed_sources')
    .whereIn('state', ['walking', 'following'])
    .where({ is_held: 0, ...(id !== null && { id }) })
    .update({ has_more: 1, next_at: now, set_at: now });
}

/**
 * Reads a source from scratch, ignoring what is known. Its holder loses it.
 * @param id null: all sources @returns whether it exists
 */
export async function readAnew(trx: Knex, id: string | null, now: number): Promise<boolean> {
  const begun = { state: 'walking', link: null, has_more: 1, is_thorough: 1, failures: 0, fault: null };
  const taken = { walk: trx.raw('walk + 1'), turn: trx.raw('turn + 1'), is_held: 0, next_at: now, set_at: now };
  const changed = await trx('indexed_sources')
    .where(id === null ? {} : { id })
    .whereNotIn('state', ['leaving', 'gone'])
    .update({ ...begun, ...taken });
  return changed > 0;
}

/** Sorted by site and title. */
export async function listSources(db: Knex, limit: number): Promise<{ sources: IndexedSource[]; total: number }> {
  const rows = await db<SourceRow>('indexed_sources').orderBy(['site_name', 'title', 'id']).limit(limit);
  const counted = await query<{ total: number }>(db, 'select count(*) as total from indexed_sources', []);
  return { sources: rows.map(toSource), total: Number(counted[0]!.total) };
}
