import type { Knex } from 'knex';
import type { Engine } from '../flow/engine.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { every, type Loop } from '../foundation/schedule/loops.ts';
import { isOpen, statusAt } from './assignmentRules.ts';
import { dueIds, expiredIds } from './assignmentStore.ts';
import type { Changes } from './changes.ts';
import { dueNotice } from './noticeRules.ts';
import { forgetStray, strayExecutions } from './strayStore.ts';

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  changes: Changes;
  engine: Pick<Engine, 'cancel'>;
}

const SWEEP_EVERY_MS = 10_000;
/** Assignments per unit, so that other writers do not wait long. */
const AT_ONCE = 50;

/** Handles time: assignments fall due, become overdue and expire. Also ends executions of ended assignments. */
export function createSweep({ units, reader, changes, engine }: Parts): Loop & { poke(): void } {
  async function expire(now: number): Promise<boolean> {
    const ids = await expiredIds(reader, now, AT_ONCE);
    if (ids.length === 0) return false;
    await units.run(async (unit) => {
      for (const id of ids.sort()) {
        const before = await changes.lock(unit, id);
        if (before) await changes.apply(unit, before, { trigger: 'expire', actor: null, verifiedBy: null });
      }
    });
    return ids.length === AT_ONCE;
  }

  async function remember(now: number): Promise<boolean> {
    const ids = await dueIds(reader, now, AT_ONCE);
    if (ids.length === 0) return false;
    await units.run(async (unit) => {
      for (const id of ids.sort()) {
        const before = await changes.lock(unit, id);
        if (!before || !isOpen(statusAt(before, now)) || before.tellDueAt === null || before.tellDueAt > now) continue;
        const { kind, nextAt } = dueNotice(before.dueAt!, now);
        await changes.note(unit, before, kind, { actor: null, changes: { tellDueAt: nextAt } });
      }
    });
    return ids.length === AT_ONCE;
  }

  async function endStray(): Promise<boolean> {
    const ids = await strayExecutions(reader, AT_ONCE);
    for (const id of ids)
      await units.run(async (unit) => {
        await engine.cancel(unit, id, 'The end of the assignment');
        await forgetStray(unit.trx, id);
      });
    return ids.length === AT_ONCE;
  }

  return every('assignments.sweep', SWEEP_EVERY_MS, async (now) => {
    const more = [await expire(now), await remember(now), await endStray()];
    return more.includes(true);
  });
}
