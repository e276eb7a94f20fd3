import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { guarded, warn, type Report } from '../guard.ts';
import { isFaultOfDatabase } from './faults.ts';
import { holdConnection } from './statements.ts';

/** Database work that succeeds or fails as one. */
export interface Unit {
  trx: Knex.Transaction;
  /**
   * Registers the unit's last work, done after everything else. Its `commitBehind` does nothing unless the part is the
   * last.
   */
  beforeCommit(part: LastPart): void;
  /** The hook runs once the unit is durable, before the caller gets the result; never after a rollback. */
  afterCommit(hook: () => void): void;
  /** The hook runs if the unit was rolled back, or if its outcome is unknown; never if it is durable. */
  afterRollback(hook: () => void): void;
  /**
   * Sends COMMIT right behind this statement, without waiting for its rows. Only for the unit's last statement, and
   * only if handling the rows cannot fail. If the statement fails, the unit fails.
   */
  commitBehind(last: Promise<unknown>): void;
}

type LastPart = (commitBehind: Unit['commitBehind']) => Promise<void>;

/**
 * Talks to the database only, through `unit.trx`, and awaits nothing else (no HTTP, no nested `run`): on SQLite every
 * other writer waits for it. PostgreSQL may retry it after a deadlock.
 */
export type Work<T> = (unit: Unit) => Promise<T>;

export interface UnitOfWork {
  /**
   * Resolves when the changes are on disk. Rejects, leaving nothing behind, if the work throws, one of its statements
   * fails (caught by the work or not), the deadline passes, or the commit fails.
   */
  run<T>(work: Work<T>): Promise<T>;
}

/** The unit passed its deadline and was rolled back; its `trx` rejects later statements. */
export class UnitTimeoutError extends Error {}
/** Too many units are waiting; this one was not started. */
export class BusyError extends Error {}
/**
 * The transaction could not begin or commit (`cause`). PostgreSQL: if the connection was lost, the outcome is unknown.
 */
export class CommitFailedError extends Error {}

export const UNIT_LIMITS = {
  /** Deadline of a unit in ms, from its own start. */
  unitMs: 5000,
  /** Further units are refused at once. */
  queuedUnits: 10_000,
  /** PostgreSQL: the first try, and three more after deadlocks. */
  attempts: 4,
};

interface Settings {
  limits?: Partial<typeof UNIT_LIMITS>;
  /** Gets the error of a hook. The caller does not: the unit is already durable. */
  onHookError?: Report;
}

/**
 * @param db the writer. SQLite: units run one at a time, in order of arrival. PostgreSQL: as many at once as the pool
 * has connections.
 */
export function createUnitOfWork(db: Knex, { limits, onHookError = warn }: Settings = {}): UnitOfWork {
  const { unitMs, queuedUnits, attempts } = { ...UNIT_LIMITS, ...limits };
  const inTurn = db.client.config.client !== 'pg';
  const perform = inTurn ? performInTurn : performAgainAfterDeadlock;
  let waiting = 0;
  let turn: Promise<unknown> = Promise.resolve();

  async function run<T>(work: Work<T>): Promise<T> {
    if (waiting >= queuedUnits) throw new BusyError('too many writes are waiting');
    waiting++;
    return perform(work).finally(() => waiting--);
  }

  function performInTurn<T>(work: Work<T>): Promise<T> {
    const result = turn.then(() => performOnce(work));
    turn = result.catch(() => {});
    return result;
  }

  async function performAgainAfterDeadlock<T>(work: Work<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await performOnce(work);
      } catch (error) {
        if (!isDeadlock(error) || attempt >= attempts) throw error;
        await sleep(Math.random() * 10 * 2 ** attempt);
      }
    }
  }

  async function performOnce<T>(work: Work<T>): Promise<T> {
    const attempt = new Attempt(work);
    try {
      const value = await attempt.perform(db, unitMs);
      for (const hook of attempt.committed) guarded(hook, onHookError);
      return value;
    } catch (cause) {
      attempt.giveUp((hook) => guarded(hook, onHookError));
      if (cause === attempt.failure || isDeadlock(cause)) throw cause;
      if (inTurn) {
        await db.raw('ROLLBACK').catch(() => {}); // knex leaves the transaction open if COMMIT fails
        const failure = attempt.couldBegin && (await attempt.failureOfSent());
        if (failure) throw failure;
      }
      throw new CommitFailedError('the changes could not be stored', { cause });
    }
  }

  return { run };
}

class Attempt<T> {
  readonly committed: (() => void)[] = [];
  private readonly rolledBack: (() => void)[] = [];
  /**
   * Set once the unit cannot become durable any more. Runs rollback hooks that work still in progress registers later.
   */
  private runLate: ((hook: () => void) => void) | null = null;
  /** Why the unit itself failed; undefined if it has not, or if the database failed around it. */
  failure: unknown;
  /** False once BEGIN has failed, which is known only after the work has started. */
  couldBegin = true;
  /** The outcome of the statements that the work did not await. */
  failureOfSent: () => Promise<Error | undefined> = () => Promise.resolve(undefined);

  constructor(private readonly work: Work<T>) {}

  async perform(db: Knex, unitMs: number): Promise<T> {
    const trx = await db.transaction(undefined, { doNotRejectOnRollback: false });
    const held = await holdConnection(trx);
    this.failureOfSent = held.failure;
    const commit = () => {
      if (!trx.isCompleted()) void trx.commit();
    };
    const fail = (reason: unknown = new Error('the unit of work failed without a reason')) => {
      if (!this.couldBegin || trx.isCompleted()) return;
      this.failure = reason;
      void trx.rollback(reason); // from here on `trx` rejects statements, even of work that never ends
    };
    const failLate = () => fail(new UnitTimeoutError(`a unit of work took longer than ${unitMs} ms`));
    let deadline: NodeJS.Timeout | undefined;
    void held.begun.then(() => {
      if (!trx.isCompleted()) deadline = setTimeout(failLate, unitMs);
    });
    // PostgreSQL aborts a transaction at its first failed statement, and answers a later COMMIT with a silent rollback
    trx.on('query-error', (error: Error, { sql }: { sql: string }) => {
      if (/^begin/i.test(sql)) this.couldBegin = false;
      fail(error);
    });
    const working = this.start(trx, (last) => {
      held.leave(last);
      commit();
    });
    working.then(commit, fail);
    try {
      await (trx.executionPromise as Promise<unknown>); // not commit(): knex resolves that even if COMMIT failed
      const failure = await this.failureOfSent(); // then PostgreSQL has answered COMMIT with a rollback
      if (failure) throw (this.failure = failure);
      return await working;
    } finally {
      clearTimeout(deadline);
    }
  }

  /** Runs the rollback hooks. */
  giveUp(run: (hook: () => void) => void): void {
    this.runLate = run;
    this.rolledBack.forEach(run);
  }

  private async start(trx: Knex.Transaction, commitBehind: Unit['commitBehind']): Promise<T> {
    const lastParts: LastPart[] = [];
    const value = await this.work({
      trx,
      beforeCommit: (part) => void lastParts.push(part),
      afterCommit: (hook) => void this.committed.push(hook),
      afterRollback: (hook) => (this.runLate ? this.runLate(hook) : void this.rolledBack.push(hook)),
      commitBehind,
    });
    for (const part of lastParts) await part(part === lastParts.at(-1) ? commitBehind : () => {});
    return value;
  }
}

function isDeadlock(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === '40P01' || code === '40001';
}

/** True if the work took too long: less of it may succeed. */
export const passedDeadline = (error: unknown): boolean =>
  error instanceof UnitTimeoutError || (error as { code?: string }).code === STATEMENT_TIMEOUT;

/** PostgreSQL cancelled a statement that exceeded `statement_timeout`. */
const STATEMENT_TIMEOUT = '57014';

/**
 * True if the content of the work was at fault and part of it may succeed: bad data, a constraint, a thrown error.
 * False if everything else would fail as well, or if it is not certain that all was rolled back.
 */
export function isFaultOfContent(error: unknown): boolean {
  if (error instanceof UnitTimeoutError || error instanceof BusyError) return false;
  const fault = error instanceof CommitFailedError ? error.cause : error;
  if (isFaultOfDatabase(fault)) return false;
  const { code } = fault as { code?: string };
  if (code === undefined) return !(error instanceof CommitFailedError);
  return /^(22|23|54)...$|^SQLITE_(CONSTRAINT|MISMATCH|RANGE|TOOBIG|ERROR)/.test(code);
}

/** Socket errors: the database cannot be reached. */
const LOST = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE)$/;

/** True if the database cannot do such work at the moment: a retry later may succeed. */
export function isOverload(error: unknown): boolean {
  if (error instanceof BusyError || error instanceof UnitTimeoutError || error instanceof CommitFailedError)
    return true;
  const { name, code } = (error ?? {}) as { name?: string; code?: string };
  return name === 'KnexTimeoutError' || LOST.test(code ?? '') || isFaultOfDatabase(error);
}
