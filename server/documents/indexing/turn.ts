import type { Knex } from 'knex';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import type { SearchIndex } from '../../search/searchIndex.ts';
import type { DocumentSource, Item } from './documentSource.ts';
import { documentId, INTERVALS, latestOf } from './indexingRules.ts';
import { firstDueAt, listDue, listSomeIds, listUnmet, removeItems, retryWaiting } from './itemStore.ts';
import type { ItemWriter } from './settling.ts';
import { storeHeld, type IndexedSource, type SourceHistory, type SourceChange } from './sourceStore.ts';

interface Parts extends ItemWriter {
  units: UnitOfWork;
  reader: Knex;
  index: Pick<SearchIndex, 'remove' | 'removeSource'>;
  origin: DocumentSource;
  now(): number;
}

/** Due items per turn. */
const MOST_DUE = 50;
const MOST_REMOVED = 500;

const isAsked = ({ hasMore, readAt }: IndexedSource, now: number): boolean =>
  hasMore || now >= readAt + INTERVALS.followMs || now < readAt;

/**
 * One turn of a held source: a page of changes, and some due items (behaviour 5.6).
 *
 * The returned function returns when to continue, and throws DirectoryError, TurnLost and Stopping. If the previous
 * holder did not give the source back, its last work may be in the index without being stored.
 */
export function createTurn(parts: Parts): (source: IndexedSource, given: SourceHistory) => Promise<number> {
  const { units, reader, readAll, now } = parts;

  async function readDue(source: IndexedSource, isThorough: boolean): Promise<void> {
    const due = await listDue(reader, source.id, now(), MOST_DUE);
    const wanted = due.map(({ id, isFolder }) => ({ id, item: null, isFolder }));
    await readAll(source, wanted, isThorough);
  }

  async function nextAt(source: IndexedSource): Promise<number> {
    const { id, state, readAt } = source;
    if (state === 'gone') return now() + INTERVALS.goneMs;
    const soonest = now() + INTERVALS.pauseMs;
    if (state === 'leaving' || state === 'sweeping' || isAsked(source, now())) return soonest;
    const dueAt = (await firstDueAt(reader, id)) ?? Infinity;
    return Math.max(soonest, Math.min(readAt + INTERVALS.followMs, dueAt));
  }

  return async (source, { wasLeft, setBackFrom }) => {
    const held = { ...source };
    const step = async (change: SourceChange): Promise<void> => {
      const fault = change.fault ?? (held.state === 'leaving' ? held.fault : null);
      const stored = { ...change, failures: 0, fault };
      await units.run(({ trx }) => storeHeld(trx, held, stored, now()));
      Object.assign(held, stored, { documents: held.documents + (change.documents ?? 0) });
    };
    if (setBackFrom !== null) await units.run(({ trx }) => retryWaiting(trx, held.id, setBackFrom + INTERVALS.retryMs));
    if (held.state === 'leaving') await step(await leave(parts, held));
    else if (held.state === 'sweeping') await step(await sweep(parts, held));
    else if (isAsked(held, now())) await step(await page(parts, held, wasLeft || source.isThorough));
    if (held.state === 'following' || held.state === 'walking') await readDue(held, wasLeft);
    return nextAt(held);
  };
}

/** @returns the link to the next page, to be stored once this page is completely in the index */
async function page(
  { origin, readAll, removeAll, now }: Parts,
  source: IndexedSource,
  isThorough: boolean,
): Promise<SourceChange> {
  const found = await origin.changes(source.place, source.link);
  if (found === 'gone') return { state: 'leaving', fault: 'sourceGone' };
  if (found === 'resync') return { link: null, state: 'walking', hasMore: true, walk: source.walk + 1 };
  const changes = latestOf(found.changes);
  const items = changes.filter((change): change is Item => !('isDeleted' in change));
  const deleted = changes.filter((change) => 'isDeleted' in change);
  await removeAll(
    source,
    deleted.map(({ id }) => id),
  );
  const wanted = items.map((item) => ({ id: item.id, item, isFolder: item.isFolder }));
  await readAll(source, wanted, isThorough);
  const { link, isLast } = found;
  const isThrough = isLast && source.state === 'walking';
  return { link, hasMore: !isLast, readAt: now(), ...(isThrough && { state: 'sweeping' }) };
}

/** Items that the walk has not met no longer exist. */
async function sweep({ reader, removeAll, now }: Parts, source: IndexedSource): Promise<SourceChange> {
  const unmet = await listUnmet(reader, source.id, source.walk, MOST_REMOVED);
  await removeAll(
    source,
    unmet.map(({ id }) => id),
  );
  if (unmet.length === MOST_REMOVED) return {};
  return { state: 'following', isThorough: false, walkedAt: now() };
}

/** Removes documents by their ids first: a service does not yet find by their source what was put a moment ago. */
async function leave({ units, reader, index, now }: Parts, source: IndexedSource): Promise<SourceChange> {
  for (;;) {
    const ids = await listSomeIds(reader, source.id, MOST_REMOVED);
    if (ids.length === 0) break;
    await index.remove(ids.map((id) => documentId(source.id, id)));
    await units.run(async ({ trx }) => {
      await storeHeld(trx, source, {}, now());
      await removeItems(trx, source.id, ids);
    });
  }
  await index.removeSource(source.id);
  return { state: 'gone', documents: -source.documents, link: null };
}
