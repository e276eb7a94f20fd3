import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { DirectoryError } from '../../people/identity/directoryError.ts';
import { Stopping } from '../extraction/extraction.ts';
import { INTERVALS, sourceFault, sourceRetryAt } from './indexingRules.ts';
import { giveBack, TurnLost, type IndexedSource, type SourceHistory, type SourceChange } from './sourceStore.ts';

interface Parts {
  units: UnitOfWork;
  now(): number;
  random(): number;
  report(error: unknown, about: string): void;
  /** Pauses everything, because Microsoft throttles us. */
  rest(ms: number): void;
}

type Taken = IndexedSource & SourceHistory;

/** Runs the turn of a claimed source, and gives the source back with the result. Throws only database errors. */
export function createReading({ units, now, random, report, rest }: Parts) {
  const back = (source: IndexedSource, change: SourceChange, nextAt: number, isDone = true) =>
    units.run(({ trx }) => giveBack(trx, source, change, { now: now(), nextAt, isDone }));

  async function failed(source: IndexedSource, error: DirectoryError): Promise<void> {
    const { retryAfterMs } = error;
    if (retryAfterMs !== null) rest(retryAfterMs);
    const { fault, leaves } = sourceFault(error);
    if (leaves) return back(source, { state: 'leaving', fault }, now());
    const isOutdated = now() - source.readAt > INTERVALS.outdatedMs;
    if (isOutdated) return back(source, { state: 'leaving', fault: 'outdated' }, now());
    const failures = source.failures + 1;
    return back(source, { failures, fault }, sourceRetryAt(failures, retryAfterMs, now(), random()));
  }

  async function ended(source: IndexedSource, error: unknown): Promise<void> {
    if (error instanceof TurnLost) return;
    if (error instanceof Stopping) return back(source, {}, now());
    if (error instanceof DirectoryError) return failed(source, error);
    report(error, 'indexing');
    const failures = source.failures + 1;
    const fault = source.state === 'leaving' ? source.fault : 'unusable'; // why it leaves
    return back(source, { failures, fault }, sourceRetryAt(failures, null, now(), random()), false);
  }

  return async (source: Taken, turn: (source: IndexedSource, given: Taken) => Promise<number>): Promise<void> => {
    try {
      await back(source, {}, await turn(source, source));
    } catch (error) {
      await ended(source, error);
    }
  };
}
