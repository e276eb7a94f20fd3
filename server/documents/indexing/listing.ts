import type { Knex } from 'knex';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { DirectoryError } from '../../people/identity/directoryError.ts';
import { SourceNotSetUp, type DocumentSource, type Listing } from './documentSource.ts';
import { INTERVALS, missingFrom, sourceFault, sourceId, sourceRetryAt } from './indexingRules.ts';
import { holdKind, isKindDue, storeKind, takeKind, type IndexedKind } from './kindStore.ts';
import { forgetGone, startLeaving, listOfKind, putPlaces } from './sourceStore.ts';

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  now(): number;
  random(): number;
}

/** Places per unit. */
const BATCH = 50;

function* batches<T>(items: readonly T[]): Generator<T[]> {
  for (let n = 0; n < items.length; n += BATCH) yield items.slice(n, n + BATCH);
}

/** Maintains the list of places of a kind (behaviour 5.6). @returns whether it was due; throws TurnLost and our own bugs */
export function createListing({ units, reader, now, random }: Parts): (origin: DocumentSource) => Promise<boolean> {
  /** @returns whether all of them are there and can be read @throws TurnLost */
  async function keep(taken: IndexedKind, listing: Listing): Promise<boolean> {
    const { kind } = taken;
    const run = (work: (trx: Knex) => Promise<void>) =>
      units.run(async ({ trx }) => {
        await holdKind(trx, taken, now());
        await work(trx);
      });
    const known = await listOfKind(reader, kind);
    const places = listing.places.map((place) => ({ ...place, source: sourceId(kind, place.id) }));
    const asKnown = known.map((source) => ({ ...source, id: source.place, source: source.id }));
    for (const batch of batches(missingFrom(asKnown, listing.places, listing)))
      await run(async (trx) => {
        for (const { place, fault } of batch) await startLeaving(trx, place.source, fault, now());
      });
    for (const batch of batches(places)) await run((trx) => putPlaces(trx, kind, batch, now()));
    await run((trx) => forgetGone(trx, now() - INTERVALS.goneMs));
    const leaving = new Set(known.filter(({ state }) => state === 'leaving').map(({ id }) => id));
    return listing.unknownSites.size === 0 && !places.some(({ source }) => leaving.has(source));
  }

  async function list(origin: DocumentSource, taken: IndexedKind): Promise<void> {
    const store = (change: Parameters<typeof storeKind>[2]) => units.run(({ trx }) => storeKind(trx, taken, change));
    const listed = { now: now(), nextAt: now() + INTERVALS.listMs, failures: 0, fault: null };
    try {
      const listing = await origin.list();
      const isWhole = await keep(taken, listing);
      const failures = isWhole ? 0 : taken.failures + 1;
      const nextAt = isWhole ? now() + INTERVALS.listMs : sourceRetryAt(failures, null, now(), random());
      await store({ ...listed, nextAt, failures, listedAt: now() });
    } catch (error) {
      if (error instanceof SourceNotSetUp) {
        const known = await listOfKind(reader, origin.kind);
        const lostSites = new Map(known.map(({ site }) => [site, 'notSetUp' as const]));
        await keep(taken, { places: [], unknownSites: new Set(), lostSites });
        await store({ ...listed, fault: 'notSetUp' });
        return;
      }
      if (!(error instanceof DirectoryError)) throw error;
      const failures = taken.failures + 1;
      const { fault } = sourceFault(error);
      const nextAt = sourceRetryAt(failures, error.retryAfterMs, now(), random());
      await store({ now: now(), nextAt, failures, fault: error.status === 403 ? 'denied' : fault });
    }
  }

  return async (origin) => {
    if (!(await isKindDue(reader, origin.kind, now()))) return false;
    const lease = { now: now(), until: now() + INTERVALS.leaseMs };
    const taken = await units.run(({ trx }) => takeKind(trx, origin.kind, lease));
    if (taken) await list(origin, taken);
    return taken !== null;
  };
}
