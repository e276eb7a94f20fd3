import pTimeout from 'p-timeout';
import { postFailure, postFailureInEnglish } from '../../../contract/postFailures.ts';
import type { Attempt } from './attemptDelivery.ts';
import type { ClaimedDelivery } from './claimStore.ts';
import type { Attempted } from './deliveryRules.ts';
import type { FailureLog } from './failureLog.ts';
import type { Pauses } from './pauses.ts';
import type { RecordAttempt } from './recordAttempt.ts';

interface Parts {
  record: RecordAttempt;
  pauses: Pauses;
  failures: FailureLog;
  steady(): number;
  report(error: unknown, deliveryId: string): void;
  /** How long to wait for a platform. */
  callMs?: number;
}

/** Makes the call and stores its result. */
export type PerformAttempt = (attempt: Attempt) => Promise<void>;

/** Shorter than the time after which another server may repeat the attempt. */
const CALL_MS = 45_000;

const NOT_SAID = postFailure('silent');
const SILENT = postFailureInEnglish(NOT_SAID);
const NO_ANSWER: Attempted = { kind: 'failed', error: SILENT, said: NOT_SAID, retryAfterMs: 0 };

export function createPerformAttempt({
  record,
  pauses,
  failures,
  steady,
  report,
  callMs = CALL_MS,
}: Parts): PerformAttempt {
  /** A late result still counts, unless the attempt was repeated meanwhile. */
  async function recordLate(delivery: ClaimedDelivery, call: Promise<Attempted>): Promise<void> {
    const late = await call;
    if (late.kind !== 'failed') await record(delivery, late);
  }

  return async ({ delivery, make }) => {
    const call = make();
    const attempted = await pTimeout(call, { milliseconds: callMs, fallback: () => NO_ANSWER });
    if (attempted === NO_ANSWER) failures.failed(delivery, SILENT);
    if (attempted.kind === 'posted' || attempted.kind === 'rewritten') pauses.end(delivery.channel, steady());
    await record(delivery, attempted);
    if (attempted === NO_ANSWER) void recordLate(delivery, call).catch((error: unknown) => report(error, delivery.id));
  };
}
