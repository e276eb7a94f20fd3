import pMap from 'p-map';
import type { Knex } from 'knex';
import type { Unit, UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { InvalidDocument, type IndexedDocument, type SearchIndex } from '../../search/searchIndex.ts';
import { Stopping } from '../extraction/extraction.ts';
import type { Item } from './documentSource.ts';
import { documentId } from './indexingRules.ts';
import {
  DUE_NOW,
  markUnreliable,
  putItems,
  readItems,
  readSomeBelow,
  removeItems,
  type IndexedItem,
} from './itemStore.ts';
import { goneOf, type ItemToRead, type Outcome } from './refresh.ts';
import { countDocuments, leaveAgain, readSoon, storeHeld, TurnLost, type IndexedSource } from './sourceStore.ts';

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  index: Pick<SearchIndex, 'put' | 'allow' | 'remove'>;
  refresh(asked: ItemToRead): Promise<Outcome>;
  now(): number;
  /** Whether this server is stopping. */
  isStopping(): boolean;
}

/** Writes items of a claimed source to the index, then stores what was written. */
export interface ItemWriter {
  /**
   * Reads items, several at a time: folders first, so that a document's readers are never from before those of its
   * folder. @param isThorough whether to ignore what is known of them
   * @throws DirectoryError, TurnLost, Stopping; items read before are stored
   */
  readAll(source: IndexedSource, wanted: Wanted[], isThorough: boolean): Promise<void>;
  /** Removes items that no longer exist. @throws TurnLost */
  removeAll(source: IndexedSource, ids: string[]): Promise<void>;
}

/** An item to read, before its stored state is loaded. */
type Wanted = Pick<ItemToRead, 'id' | 'item'> & { isFolder: boolean };
type Known = Map<string, IndexedItem>;

const AT_ONCE = 4;
/** Items that are put and stored together. */
const CHUNK = 8;

const isCounted = (item: IndexedItem | null | undefined): number => (item && !item.isFolder ? 1 : 0);

export function createSettling(parts: Parts): ItemWriter {
  const { reader, refresh, isStopping } = parts;

  async function readSome(source: IndexedSource, wanted: Wanted[], isThorough: boolean): Promise<void> {
    const ids = wanted.map(({ id }) => id);
    const known = await readItems(reader, source.id, ids);
    const read = async ({ id, item }: Wanted) => {
      if (isStopping()) throw new Stopping();
      return refresh({ source, id, item, known: known.get(id) ?? null, isThorough });
    };
    const outcomes = await pMap(wanted, read, { concurrency: AT_ONCE });
    await settleOrGiveUp(parts, source, outcomes, known);
  }

  return {
    async readAll(source, wanted, isThorough) {
      await noteNew(parts, source, wanted);
      for (const isFolder of [true, false]) {
        const some = wanted.filter((each) => each.isFolder === isFolder);
        for (let n = 0; n < some.length; n += CHUNK) await readSome(source, some.slice(n, n + CHUNK), isThorough);
      }
    },
    async removeAll(source, ids) {
      if (ids.length === 0) return;
      const known = await readItems(reader, source.id, ids);
      await settleOrGiveUp(
        parts,
        source,
        ids.map((id) => goneOf(source, id, known.get(id) ?? null)),
        known,
      );
    },
  };
}

/**
 * Stores documents before they go into the index, so that a killed server leaves no unknown documents there: a document
 * that was deleted before the next list of changes may never be reported.
 */
async function noteNew({ units, reader, now }: Parts, source: IndexedSource, wanted: Wanted[]): Promise<void> {
  const documents = wanted.flatMap(({ item }) => (item && !item.isFolder ? [item] : []));
  const known = await readItems(
    reader,
    source.id,
    documents.map(({ id }) => id),
  );
  const rows = documents.filter(({ id }) => !known.has(id)).map((item) => unreadRow(source, item));
  if (rows.length === 0) return;
  await units.run(async ({ trx }) => {
    await storeHeld(trx, source, { documents: rows.length }, now());
    await putItems(trx, source.id, rows);
  });
}

const unreadRow = ({ walk }: IndexedSource, { id, parent, title }: Item): IndexedItem => ({
  id,
  parent,
  isFolder: false,
  title,
  indexedAs: null,
  walk,
  attempts: 0,
  nextAt: DUE_NOW,
  fault: null,
});

/** A server that has lost the source while it read writes nothing. */
async function settleOrGiveUp(parts: Parts, source: IndexedSource, outcomes: Outcome[], known: Known): Promise<void> {
  const { units, now } = parts;
  await units.run(({ trx }) => storeHeld(trx, source, {}, now()));
  try {
    await settle(parts, source, outcomes, known);
  } catch (error) {
    if (error instanceof TurnLost) await giveUp(parts, source, outcomes);
    throw error;
  }
}

/**
 * Another server has taken the source meanwhile, and what we wrote to the index may be older than its content now.
 * Marks the items for reading again, including those the other server has deleted. If the source is leaving or gone,
 * everything of it is removed once more.
 */
async function giveUp({ units, now }: Parts, source: IndexedSource, outcomes: Outcome[]): Promise<void> {
  const ids = outcomes.map(({ id }) => id);
  await units.run(async ({ trx }) => {
    await markUnreliable(trx, source.id, ids);
    const state = await leaveAgain(trx, source.id, now());
    if (state === null) return;
    const known = await readItems(trx, source.id, ids);
    const forgotten = outcomes.flatMap(({ row }) =>
      row && !row.isFolder && !known.has(row.id) ? [{ ...row, indexedAs: null, nextAt: DUE_NOW }] : [],
    );
    await putItems(trx, source.id, forgotten);
    await countDocuments(trx, source.id, forgotten.length);
    if (state !== 'leaving') await readSoon(trx, source.id, now());
  });
}

/** Writes the index first and the rows after it: if the server is killed in between, the work is repeated. */
async function settle(
  { units, index, now }: Parts,
  source: IndexedSource,
  outcomes: Outcome[],
  known: Known,
): Promise<void> {
  const changes = outcomes.map(({ forIndex }) => forIndex).filter((each) => each !== null);
  const refused = await putAll(
    index,
    changes.flatMap((each) => ('put' in each ? [each.put] : [])),
  );
  await index.allow(changes.flatMap((each) => ('allow' in each ? [each.allow] : [])));
  await index.remove([...changes.flatMap((each) => ('remove' in each ? [each.remove] : [])), ...refused]);
  const rows = outcomes.flatMap(({ row }) => (row ? [row] : []));
  for (const row of rows) if (refused.has(documentId(source.id, row.id))) row.fault = 'notIndexable';
  const gone = outcomes.filter(({ row }) => row === null).map(({ id }) => id);
  const others = outcomes.filter(({ isOtherBelow }) => isOtherBelow).map(({ id }) => id);
  // these may have been read before their folder was
  for (const row of rows) if (others.includes(row.parent ?? '')) row.nextAt = DUE_NOW;
  const documents = outcomes.reduce((sum, { id, row }) => sum + isCounted(row) - isCounted(known.get(id)), 0);
  const readSome = async ({ trx }: Pick<Unit, 'trx'>): Promise<boolean> => {
    await storeHeld(trx, source, {}, now());
    return readSomeBelow(trx, source.id, others);
  };
  while (others.length > 0 && (await units.run(readSome))); // before the folder's new state is stored
  await units.run(async ({ trx }) => {
    await storeHeld(trx, source, { documents }, now());
    await putItems(trx, source.id, rows);
    await removeItems(trx, source.id, gone);
  });
}

/** If a batch is rejected, puts its documents one by one. @returns the ids that the index rejects */
async function putAll(index: Pick<SearchIndex, 'put'>, documents: IndexedDocument[]): Promise<Set<string>> {
  const refused = new Set<string>();
  const putSome = async (some: IndexedDocument[]): Promise<void> => {
    try {
      await index.put(some);
    } catch (error) {
      if (!(error instanceof InvalidDocument)) throw error;
      if (some.length === 1) refused.add(some[0]!.id);
      else for (const one of some) await putSome([one]);
    }
  };
  if (documents.length > 0) await putSome(documents);
  return refused;
}
