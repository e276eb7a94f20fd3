import type { Knex } from 'knex';
import type { Person } from '../../contract/people.ts';
import { say, type Said } from '../../contract/summaries.ts';
import { createBatcher, type Batcher } from '../foundation/database/batcher.ts';
import type { Signals } from '../foundation/database/signals.ts';
import { isFaultOfContent, type Unit, type UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { every, type Loop } from '../foundation/schedule/loops.ts';
import { addToAudit } from '../foundation/audit/auditStore.ts';
import { wakeExecutions } from '../flow/leaseStore.ts';
import { answerBatch } from './answerBatch.ts';
import { createAskedCache, type AskedCache } from './askedCache.ts';
import type { Submission, Verdict } from './requestRules.ts';
import { closedAmong, closeRequests, findExpired } from './requestStore.ts';
import { createWaiters, type Waiters } from './waiters.ts';

export interface Broker {
  /** The operation in which every channel ends. Resolves once the answer is on disk (behaviour 1, step 8). */
  submit(submission: Submission): Promise<Verdict>;
  /**
   * Closes open requests in the caller's unit, because a person cancelled the execution; `by` null: because it failed.
   * Those whose deadline has passed have timed out.
   */
  cancel(unit: Unit, requestIds: string[], by: string | null, now: number): Promise<void>;
  /**
   * Closes one request that its asker withdraws; the execution continues without an answer. False: it was closed
   * already, or its deadline has passed.
   */
  withdraw(unit: Unit, requestId: string, by: Withdrawal, now: number): Promise<boolean>;
  waiters: Waiters;
  asked: AskedCache;
  loops: Loop[];
  close(): void;
}

/** Who withdraws a question, and why. */
export interface Withdrawal {
  person: Pick<Person, 'id' | 'displayName'>;
  reason: string;
}

export interface BrokerParts {
  units: UnitOfWork;
  reader: Knex;
  signals: Signals;
  now(): number;
  /** Takes up executions in the unit that ends their wait; returns those that have to be woken instead. */
  takeIn(unit: Unit, executionIds: string[]): Promise<string[]>;
  /** Takes up executions that were just woken. */
  release(executionIds: string[]): void;
  /** Like `release`, with lower priority: many deadlines may pass at once. */
  releaseLater(executionIds: string[]): void;
  report(error: unknown, about: string): void;
  /** Called when an answer is on disk. */
  onAnswered?(channel: string): void;
  /** Called when a closed request is on disk. */
  onClosed?(status: string): void;
}

/** What to do once these closed requests are on disk. */
type WhenClosed = (
  status: 'completed' | 'timed_out' | 'cancelled',
  requestIds: string[],
  letGo?: BrokerParts['release'],
) => void;

const TIMEOUT_TICK_MS = 500;
const TIMEOUTS_AT_ONCE = 250;

/** Owns pending requests: decides whose answer counts, and resumes the waiting executions (behaviour 4.2). */
export function createBroker(parts: BrokerParts): Broker {
  const { units, reader, signals, now, release, releaseLater, report, onClosed = () => {} } = parts;
  const [waiters, asked] = [createWaiters(), createAskedCache(now)];

  const releaseWaiters = (requestIds: string[], letGo: BrokerParts['release']) => {
    const executionIds = waiters.release(requestIds);
    if (executionIds.length > 0) letGo(executionIds);
  };
  const whenClosed: WhenClosed = (status, ids, letGo = releaseLater) => {
    asked.forget(ids);
    for (const id of ids) {
      signals.publish('request', id);
      onClosed(status);
    }
    releaseWaiters(ids, letGo);
  };

  const answers = batchAnswers(parts, whenClosed);

  /** Another server closed requests that are awaited here. */
  const releaseClosed = async (requestIds: string[]) => {
    const { answered, ended } = await closedAmong(reader, requestIds);
    releaseWaiters(answered, release);
    releaseWaiters(ended, releaseLater);
  };
  const stopListening = signals.subscribe({
    changed(topic, ids) {
      const awaited = topic === 'request' ? ids.filter((id) => waiters.has(id)) : [];
      if (awaited.length > 0) releaseClosed(awaited).catch((error: unknown) => report(error, 'waiters'));
    },
  });

  const timeOut = async (at: number) => {
    const expired = await findExpired(reader, at, TIMEOUTS_AT_ONCE);
    if (expired.length > 0) await units.run((unit) => close(unit, expired, timingOut(at), whenClosed));
    return expired.length === TIMEOUTS_AT_ONCE;
  };

  return {
    submit: (submission) => answers.add(submission),
    cancel: async (unit, ids, by, at) => {
      const outcome = by === null ? say('executionFailed') : say('cancelledBy', { name: by });
      await close(unit, ids, { ...timingOut(at), isEnding: true }, whenClosed);
      await close(unit, ids, { status: 'cancelled', outcome, actor: 'flow', at, isEnding: true }, whenClosed);
    },
    withdraw: (unit, id, withdrawal, at) => close(unit, [id], closingBy(withdrawal, at), whenClosed),
    waiters,
    asked,
    loops: [every('requests.timeOut', TIMEOUT_TICK_MS, timeOut)],
    close: stopListening,
  };
}

function batchAnswers(parts: BrokerParts, whenClosed: WhenClosed): Batcher<Submission, Verdict> {
  const { units, signals, now, takeIn, release, onAnswered = () => {} } = parts;
  return createBatcher<Submission, Verdict, Unit & { takesUp: boolean }>({
    within: (work) => withOrWithoutTaking(units, work),
    async perform(submissions, { takesUp, ...unit }) {
      const { trx, afterCommit } = unit;
      let woken: string[] = []; // those not taken up here
      const takeUp = async (ids: string[]) => (woken = takesUp ? await takeIn(unit, ids) : ids);
      const { verdicts, stored, changed } = await answerBatch(trx, submissions, now(), takeUp);
      const [open, closed] = [changed.filter(isOpen), changed.filter((request) => !isOpen(request))];
      afterCommit(() => open.forEach(({ id }) => signals.publish('request', id)));
      const closedIds = closed.map(({ id }) => id);
      const releaseWoken = (ids: string[]) => release(ids.filter((id) => woken.includes(id)));
      afterCommit(() => whenClosed('completed', closedIds, releaseWoken));
      afterCommit(() => stored.forEach(({ channel }) => onAnswered(channel)));
      return verdicts;
    },
  });
}

/** Stores an answer even if the execution waiting for it cannot continue. */
async function withOrWithoutTaking<T>(
  units: UnitOfWork,
  work: (unit: Unit & { takesUp: boolean }) => Promise<T>,
): Promise<T> {
  const run = (takesUp: boolean) => units.run((unit) => work({ ...unit, takesUp }));
  return run(true).catch((error: unknown) => {
    if (!isFaultOfContent(error)) throw error;
    return run(false);
  });
}

const isOpen = ({ status }: { status: string }): boolean => status === 'waiting';

interface Closing {
  status: 'timed_out' | 'cancelled';
  outcome: Said;
  actor: string;
  at: number;
  /** Withdrawn by a person, in its own unit. */
  isWithdrawn?: true;
  /** Its execution ends, so there is nothing to wake. */
  isEnding?: true;
}

const timingOut = (at: number): Closing => ({ status: 'timed_out', outcome: say('timedOut'), actor: 'clock', at });

const closingBy = ({ person, reason }: Withdrawal, at: number): Closing => ({
  status: 'cancelled',
  outcome: say('withdrawnBy', { name: person.displayName, reason }),
  actor: person.id,
  at,
  isWithdrawn: true,
});

/**
 * Closes those of these requests that are still open. Everybody is told that a request has timed out from its deadline
 * on, so later it is not cancelled. After a time-out or withdrawal the flow continues. False: nothing was closed.
 */
async function close(
  { trx, afterCommit }: Unit,
  ids: string[],
  closing: Closing,
  whenClosed: WhenClosed,
): Promise<boolean> {
  const { status, outcome, actor, at, isWithdrawn, isEnding } = closing;
  const closed = await closeRequests(trx, ids, status, outcome, at, status === 'timed_out' ? 'passed' : 'ahead');
  if (closed.length === 0) return false;
  const executionIds = closed.map(({ executionId }) => executionId);
  if (!isEnding) await wakeExecutions(trx, executionIds, at);
  const action = isWithdrawn ? 'request.withdrawn' : (`request.${status}` as const);
  await addToAudit(
    trx,
    closed.map(({ id }) => ({ at, actor, verifiedBy: isWithdrawn ? 'session' : null, action, subject: id })),
  );
  const closedIds = closed.map(({ id }) => id);
  afterCommit(() => whenClosed(status, closedIds));
  return true;
}
