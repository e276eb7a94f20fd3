import type { Knex } from 'knex';
import { createBatcher } from '../foundation/database/batcher.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { Unit, UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { every, type Loop } from '../foundation/schedule/loops.ts';
import { addToAudit } from '../foundation/audit/auditStore.ts';
import { wakeExecutions } from '../flow/executionStore.ts';
import { answerBatch } from './answerBatch.ts';
import type { Submission, Verdict } from './requestRules.ts';
import { closeRequests, findExpired } from './requestStore.ts';
import { createWaiters, type Waiters } from './waiters.ts';

export interface Broker {
  /** The one operation in which every channel ends. Resolves once the answer is on disk (spec part 1, step 8). */
  submit(submission: Submission): Promise<Verdict>;
  /** Closes what these executions still ask, as part of the caller's unit. */
  cancel(unit: Unit, requestIds: string[], reason: string, now: number): Promise<void>;
  waiters: Waiters;
  loops: Loop[];
  close(): void;
}

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  signals: Signals;
  now(): number;
  /** Takes executions up that were just woken. */
  release(executionIds: string[]): void;
}

const TIMEOUT_TICK_MS = 500;
const TIMEOUTS_AT_ONCE = 250;

/** Owns pending requests: decides who answered, and lets the waiting executions go on (spec part 4.2). */
export function createBroker({ units, reader, signals, now, release }: Parts): Broker {
  const waiters = createWaiters();

  const answers = createBatcher<Submission, Verdict>({
    perform: (submissions) =>
      units.run(async ({ trx, afterCommit }) => {
        const { verdicts, changed } = await answerBatch(trx, submissions, now());
        afterCommit(() => changed.forEach(({ id }) => signals.publish('request', id)));
        afterCommit(() => releaseWaiters(changed.flatMap(({ id, status }) => (status === 'waiting' ? [] : [id]))));
        return verdicts;
      }),
  });

  function releaseWaiters(requestIds: string[]): void {
    const executionIds = waiters.release(requestIds);
    if (executionIds.length > 0) release(executionIds);
  }

  /** Another server closed requests that are awaited here. */
  const stopListening = signals.subscribe({
    changed(topic, ids) {
      if (topic !== 'request') return;
      const awaited = ids.filter((id) => waiters.has(id));
      if (awaited.length > 0) void releaseClosed(awaited);
    },
  });

  async function releaseClosed(requestIds: string[]): Promise<void> {
    const closed = await reader('requests').whereIn('id', requestIds).whereNot({ status: 'waiting' }).pluck('id');
    releaseWaiters(closed);
  }

  async function timeOut(at: number): Promise<boolean> {
    const expired = await findExpired(reader, at, TIMEOUTS_AT_ONCE);
    if (expired.length === 0) return false;
    await units.run((unit) => close(unit, expired, 'timed_out', 'Nobody answered in time.', 'clock', at));
    return expired.length === TIMEOUTS_AT_ONCE;
  }

  async function close(
    unit: Unit,
    ids: string[],
    status: 'timed_out' | 'cancelled',
    outcome: string,
    actor: string,
    at: number,
  ): Promise<void> {
    const closed = await closeRequests(unit.trx, ids, status, outcome, at);
    if (closed.length === 0) return;
    if (status === 'timed_out')
      await wakeExecutions(
        unit.trx,
        closed.map(({ executionId }) => executionId),
        at,
      );
    await addToAudit(
      unit.trx,
      closed.map(({ id }) => ({ at, actor, action: `request.${status}`, subject: id })),
    );
    unit.afterCommit(() => {
      closed.forEach(({ id }) => signals.publish('request', id));
      releaseWaiters(closed.map(({ id }) => id));
    });
  }

  return {
    submit: (submission) => answers.add(submission),
    cancel: (unit, ids, reason, at) => close(unit, ids, 'cancelled', `No longer needed: ${reason}.`, 'flow', at),
    waiters,
    loops: [every('requests.timeOut', TIMEOUT_TICK_MS, timeOut)],
    close: stopListening,
  };
}
