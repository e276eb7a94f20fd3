import pMap from 'p-map';
import type { Knex } from 'knex';
import type { Unit, UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { InvalidDocument, type IndexedDocument, type SearchIndex } from '../../search/searchIndex.ts';
import { Stopping } from '../extraction/extraction.ts';
import type { Item } from './documentSource.ts';
import { documentId, INTERVALS } from './indexingRules.ts';
import { distrust, putItems, readItems, readSomeBelow, removeItems, type IndexedItem } from './itemStore.ts';
import { goneOf, type Asked, type Outcome } from './refresh.ts';
import {
  countDocuments,
  hasLeft,
  readSoon,
  storeHeld,
  TurnLost,
  type IndexedSource,
  type SourceChange,
} from './sourceStore.ts';

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  index: Pick<SearchIndex, 'put' | 'allow' | 'remove'>;
  refresh(asked: Asked): Promise<Outcome>;
  now(): number;
  /** Whether this server is about to stop. */
  isStopping(): boolean;
}

/** Brings items of a source that is held into the index, and stores behind it what was brought. */
export interface Settling {
  /**
   * Reads them, a few at a time. @param isThorough whether nothing that is known of them is to be relied on
   * @throws DirectoryError, TurnLost, Stopping: what was read before is stored
   */
  readAll(source: IndexedSource, wanted: Wanted[], isThorough: boolean): Promise<void>;
  /** They are not there any more. @throws TurnLost */
  removeAll(source: IndexedSource, ids: string[]): Promise<void>;
}

/** What is asked for, before it is known what is stored of it. */
type Wanted = Pick<Asked, 'id' | 'item'>;
type Known = Map<string, IndexedItem>;

const AT_ONCE = 4;
/** So many are put and stored together. */
const CHUNK = 8;

const isCounted = (item: IndexedItem | null | undefined): number => (item && !item.isFolder ? 1 : 0);

export function createSettling(parts: Parts): Settling {
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
      for (let n = 0; n < wanted.length; n += CHUNK) await readSome(source, wanted.slice(n, n + CHUNK), isThorough);
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
 * Stores that documents are there before they come into the index. Whoever is killed in between leaves none there that nobody
 * knows of: no list of changes has to name a document that was removed before anybody asked for the list again.
 */
async function noteNew({ units, reader, now }: Parts, source: IndexedSource, wanted: Wanted[]): Promise<void> {
  const documents = wanted.flatMap(({ item }) => (item && !item.isFolder ? [item] : []));
  const known = await readItems(
    reader,
    source.id,
    documents.map(({ id }) => id),
  );
  const rows = documents.filter(({ id }) => !known.has(id)).map((item) => unreadRow(source, item, now()));
  if (rows.length === 0) return;
  await units.run(async ({ trx }) => {
    await storeHeld(trx, source, { documents: rows.length }, { now: now(), until: now() + INTERVALS.leaseMs });
    await putItems(trx, source.id, rows);
  });
}

const unreadRow = ({ walk }: IndexedSource, { id, parent, title }: Item, now: number): IndexedItem => ({
  id,
  parent,
  isFolder: false,
  title,
  indexedAs: null,
  walk,
  attempts: 0,
  nextAt: now,
  fault: null,
});

async function settleOrGiveUp(parts: Parts, source: IndexedSource, outcomes: Outcome[], known: Known): Promise<void> {
  try {
    await settle(parts, source, outcomes, known);
  } catch (error) {
    if (error instanceof TurnLost) await giveUp(parts, source, outcomes);
    throw error;
  }
}

/**
 * The source has been lost meanwhile, and what was brought into the index may be older than what is there since: it is read
 * again by whoever has it, also what they have forgotten, or taken out where nobody is to find it any more.
 */
async function giveUp({ units, index, now }: Parts, source: IndexedSource, outcomes: Outcome[]): Promise<void> {
  const ids = outcomes.map(({ id }) => id);
  const isLeft = await units.run(async ({ trx }) => {
    await distrust(trx, source.id, ids, now());
    if (await hasLeft(trx, source.id)) return true;
    const known = await readItems(trx, source.id, ids);
    const forgotten = outcomes.flatMap(({ row }) =>
      row && !row.isFolder && !known.has(row.id) ? [{ ...row, indexedAs: null, nextAt: now() }] : [],
    );
    await putItems(trx, source.id, forgotten);
    await countDocuments(trx, source.id, forgotten.length);
    await readSoon(trx, source.id, now());
    return false;
  });
  if (isLeft) await index.remove(ids.map((id) => documentId(source.id, id)));
}

/** The index first, and what is stored of it behind: who is killed in between has it done again. */
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
  const documents = outcomes.reduce((sum, { id, row }) => sum + isCounted(row) - isCounted(known.get(id)), 0);
  const hold = (trx: Knex, change: SourceChange) =>
    storeHeld(trx, source, change, { now: now(), until: now() + INTERVALS.leaseMs });
  const at = now();
  const readSome = async ({ trx }: Pick<Unit, 'trx'>): Promise<boolean> => {
    await hold(trx, {});
    return readSomeBelow(trx, source.id, others, at);
  };
  while (others.length > 0 && (await units.run(readSome))); // before it is stored that the folder is another one
  await units.run(async ({ trx }) => {
    await hold(trx, { documents });
    await putItems(trx, source.id, rows);
    await removeItems(trx, source.id, gone);
  });
}

/** Puts one by one what was refused together. @returns ids of those that no index takes */
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
