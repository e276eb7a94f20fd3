import type { Knex } from 'knex';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { every, type Loop } from '../foundation/schedule/loops.ts';
import { findUnheld, renewLeases } from './leaseStore.ts';
import type { LiveRuns } from './liveRuns.ts';

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  owner: string;
  leaseMs: number;
  now(): number;
  isAwaitedHere(executionId: string): boolean;
  runs: Pick<LiveRuns, 'has' | 'take' | 'ids'>;
}

/** Spec part 4.2: how long an answer given elsewhere may stay unseen. */
export const FALLBACK_MS = 2000;
const AT_ONCE = 500;

/**
 * The fallback: one query per server every 2 s, however many executions wait. It finds what was woken and not taken up
 * (its own at once, other servers' after their grace), what time has woken, and what a dead server left behind.
 */
export function createTakeOverLoops(parts: Parts): Loop[] {
  const { units, reader, owner, leaseMs, now, isAwaitedHere, runs } = parts;

  return [
    every('executions.takeOver', FALLBACK_MS, async (at) => {
      const unheld = (await findUnheld(reader, at, AT_ONCE)).filter(
        ({ id, isDue, wokenAt }) => !runs.has(id) && (isDue || isAwaitedHere(id) || wokenAt <= at - FALLBACK_MS),
      );
      for (const id of new Set(unheld.map((each) => each.id))) runs.take(id);
    }),
    every('executions.renewLeases', Math.floor(leaseMs / 3), async () => {
      const running = runs.ids();
      if (running.length > 0)
        await units.run(({ trx }) => renewLeases(trx, { owner, until: now() + leaseMs }, running));
    }),
  ];
}
