import type { Knex } from 'knex';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import type { Loop } from '../../foundation/schedule/loops.ts';
import type { SearchIndex } from '../../search/searchIndex.ts';
import type { DocumentSource } from './documentSource.ts';
import type { Extract } from '../extraction/extraction.ts';
import { INTERVALS } from './indexingRules.ts';
import { createListing } from './listing.ts';
import { createReading } from './reading.ts';
import { createRefresh } from './refresh.ts';
import { createSettling } from './settling.ts';
import { isAnyDue, takeDue, TurnLost } from './sourceStore.ts';
import { createTurn } from './turn.ts';

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  index: SearchIndex;
  /** All kinds of sources. */
  origins: readonly DocumentSource[];
  extract: Extract;
  now(): number;
  /** A clock that never steps, in ms. */
  steady(): number;
  /** From 0 to 1. */
  random(): number;
  report(error: unknown, about: string): void;
}

/** Reads documents into the index. */
export interface Indexer {
  /** Starts due work without waiting for it. */
  loop: Loop;
  /** Resolves when no work is in progress. */
  idle(): Promise<void>;
  /** Starts no more work, and stops after the documents being read. */
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 500;
/** Sources a server reads concurrently; each reads several documents at once. */
const SOURCES_AT_ONCE = 2;

/** The turn function for each kind of source. */
const turnsOf = (parts: Parts, isStopping: () => boolean) =>
  new Map(
    parts.origins.map((origin) => {
      const refresh = createRefresh({ ...parts, origin });
      const settling = createSettling({ ...parts, refresh, isStopping });
      return [origin.kind, createTurn({ ...parts, ...settling, origin })] as const;
    }),
  );

/** Reads all sources in the background, one page at a time (behaviour 5.6). */
export function createIndexer(parts: Parts): Indexer {
  const { units, reader, origins, now, steady, report } = parts;
  const list = createListing(parts);
  const turns = turnsOf(parts, () => isStopping);
  const read = createReading({ ...parts, rest: (ms) => void (restsUntil = Math.max(restsUntil, steady() + ms)) });
  let dueAt = 0;
  let restsUntil = -Infinity;
  let isStopping = false;
  let work: Promise<void> | null = null;
  let listing: Promise<void> | null = null;

  const mayGoOn = async () => steady() >= restsUntil && !isStopping && (await isAnyDue(reader, now()));

  async function readDue(): Promise<void> {
    while (await mayGoOn()) {
      const lease = { now: now(), until: now() + INTERVALS.leaseMs, limit: SOURCES_AT_ONCE };
      const taken = await units.run(({ trx }) => takeDue(trx, [...turns.keys()], lease));
      if (taken.length === 0) return;
      await Promise.all(taken.map((each) => read(each, turns.get(each.kind)!).catch(failed)));
    }
  }

  function begin(): void {
    if (!isStopping)
      work ??= readDue()
        .catch(failed)
        .finally(() => (work = null));
  }

  /** Listing many sources takes long, so known ones are read meanwhile. */
  async function listAll(): Promise<void> {
    const listOne = async (origin: DocumentSource) => (await list(origin)) && begin();
    await Promise.all(origins.map((origin) => listOne(origin).catch(failed)));
  }

  function failed(error: unknown): void {
    if (!(error instanceof TurnLost)) report(error, 'indexing');
  }

  return {
    loop: {
      name: 'documents.index',
      nextDueAt: () => dueAt,
      async tick(_now, at = _now) {
        dueAt = at + LOOK_EVERY_MS;
        if (isStopping) return;
        listing ??= listAll().finally(() => (listing = null));
        begin();
      },
    },
    async idle() {
      while (listing ?? work) await (listing ?? work);
    },
    async stop() {
      isStopping = true;
      await Promise.all([listing, work]);
    },
  };
}
