import type { Knex } from 'knex';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { every, type Loop } from '../foundation/schedule/loops.ts';
import { silentFor, updateSightings, type Sightings } from './leaseRules.ts';
import { beat, findUnheld, heldBy, holdersOf, type Claim } from './leaseStore.ts';
import { LATER, type LiveRuns } from './liveRuns.ts';

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  owner: string;
  leaseMs: number;
  isAwaitedHere(executionId: string): boolean;
  runs: Pick<LiveRuns, 'has' | 'due' | 'takeLater' | 'wasBusy'>;
}

/** Behaviour 4.2: how long an answer given elsewhere may stay unseen. */
export const FALLBACK_MS = 2000;
/** As many as the later queue holds: otherwise the oldest, which are queued already, would hide those behind them. */
const AT_ONCE = LATER.room;
/** More than a server holds. */
const MOST_HELD = 10_000;

/**
 * The fallback: a few queries per server every 2 s, however many executions wait. It finds executions that were woken
 * but not taken up (this server's own at once, others after their grace period), those woken by time, those of a dead
 * server, and branches woken while another branch of the same execution runs here.
 */
export function createTakeOverLoops(parts: Parts): Loop[] {
  const { units, reader, owner, leaseMs, isAwaitedHere, runs } = parts;
  const findAbandoned = createFindAbandoned(parts);
  let beats = 0;

  /** A time in the future means that the clock has stepped back: the grace period counts as over. */
  const isOver = (wokenAt: number, now: number) => wokenAt <= now - FALLBACK_MS || wokenAt > now;

  return [
    every('executions.takeOver', FALLBACK_MS, async (now, at) => {
      const unheld = (await findUnheld(reader, now, AT_ONCE)).filter(
        ({ id, isDue, wokenAt }) => !runs.has(id) && (isDue || isAwaitedHere(id) || isOver(wokenAt, now)),
      );
      const { abandoned, woken } = await findAbandoned(at);
      for (const { id, from } of abandoned) runs.takeLater(id, from);
      for (const id of new Set([...woken, ...runs.due(now)])) if (runs.has(id)) runs.takeLater(id); // its run absorbs it
      for (const id of new Set(unheld.map((each) => each.id))) runs.takeLater(id);
    }),
    every('executions.renewLeases', Math.floor(leaseMs / 3), async (now) => {
      if (runs.wasBusy()) await units.run(({ trx }) => beat(trx, { owner, count: ++beats }, now));
    }),
  ];
}

interface Found {
  abandoned: Claim[];
  /** Executions that this server holds and that have been woken. */
  woken: string[];
}

/**
 * Executions of servers that were silent for a whole lease, and those that this server has held that long without
 * running them, because a run was lost.
 */
function createFindAbandoned({ reader, owner, leaseMs, runs }: Parts): (at: number) => Promise<Found> {
  let others: Sightings = new Map();
  let strays: Sightings = new Map();

  return async (at) => {
    const holders = await holdersOf(reader);
    others = updateSightings(
      others,
      holders.filter((each) => each.owner !== owner).map((each) => ({ id: each.owner, beat: each.beat })),
      at,
    );
    const own = holders.some((each) => each.owner === owner) ? await heldBy(reader, [owner], MOST_HELD) : [];
    strays = updateSightings(
      strays,
      own.filter(({ id }) => !runs.has(id)).map(({ id }) => ({ id, beat: null })),
      at,
    );
    const left = await heldBy(reader, silentFor(others, at, leaseMs), AT_ONCE);
    const abandoned = [
      ...left.map(({ id, owner: from }) => ({ id, from })),
      ...silentFor(strays, at, leaseMs).map((id) => ({ id, from: owner })),
    ];
    return { abandoned, woken: own.filter(({ isWoken }) => isWoken).map(({ id }) => id) };
  };
}
