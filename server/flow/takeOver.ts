import type { Knex } from 'knex';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { every, type Loop } from '../foundation/schedule/loops.ts';
import { look, silent, type Sightings } from './leaseRules.ts';
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
/** As many as have room: else those at the front, which still wait for their turn, would hide all behind them. */
const AT_ONCE = LATER.room;
/** More than a server holds. */
const MOST_HELD = 10_000;

/**
 * The fallback: a few queries per server every 2 s, however many executions wait. It finds what was woken and not taken
 * up (its own at once, other servers' after their grace), what time has woken, and what a dead server left behind; also
 * branches that something has woken while another one of the same execution runs here.
 */
export function createTakeOverLoops(parts: Parts): Loop[] {
  const { units, reader, owner, leaseMs, isAwaitedHere, runs } = parts;
  const findAbandoned = createFindAbandoned(parts);
  let beats = 0;

  /** What came by a clock that has stepped back since has had its grace. */
  const isOver = (wokenAt: number, now: number) => wokenAt <= now - FALLBACK_MS || wokenAt > now;

  return [
    every('executions.takeOver', FALLBACK_MS, async (now, at) => {
      const unheld = (await findUnheld(reader, now, AT_ONCE)).filter(
        ({ id, isDue, wokenAt }) => !runs.has(id) && (isDue || isAwaitedHere(id) || isOver(wokenAt, now)),
      );
      const { abandoned, woken } = await findAbandoned(at);
      for (const { id, from } of abandoned) runs.takeLater(id, from);
      for (const id of new Set([...woken, ...runs.due(now)])) if (runs.has(id)) runs.takeLater(id); // it is told
      for (const id of new Set(unheld.map((each) => each.id))) runs.takeLater(id);
    }),
    every('executions.renewLeases', Math.floor(leaseMs / 3), async (now) => {
      if (runs.wasBusy()) await units.run(({ trx }) => beat(trx, { owner, count: ++beats }, now));
    }),
  ];
}

interface Found {
  abandoned: Claim[];
  /** What this server holds, and something has woken. */
  woken: string[];
}

/**
 * What others hold who have been silent for the time of a lease, and what this server has held as long without running
 * it, because a run was lost.
 */
function createFindAbandoned({ reader, owner, leaseMs, runs }: Parts): (at: number) => Promise<Found> {
  let others: Sightings = new Map();
  let strays: Sightings = new Map();

  return async (at) => {
    const holders = await holdersOf(reader);
    others = look(
      others,
      holders.filter((each) => each.owner !== owner).map((each) => ({ id: each.owner, beat: each.beat })),
      at,
    );
    const own = holders.some((each) => each.owner === owner) ? await heldBy(reader, [owner], MOST_HELD) : [];
    strays = look(
      strays,
      own.filter(({ id }) => !runs.has(id)).map(({ id }) => ({ id, beat: null })),
      at,
    );
    const left = await heldBy(reader, silent(others, at, leaseMs), AT_ONCE);
    const abandoned = [
      ...left.map(({ id, owner: from }) => ({ id, from })),
      ...silent(strays, at, leaseMs).map((id) => ({ id, from: owner })),
    ];
    return { abandoned, woken: own.filter(({ isWoken }) => isWoken).map(({ id }) => id) };
  };
}
