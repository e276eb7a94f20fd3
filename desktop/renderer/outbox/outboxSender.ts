import type { Receipt } from '../../../contract/payload.ts';
import { ApiProblem } from '../api/apiProblem.ts';
import { reconnectDelayMs } from '../../reconnectDelay.ts';
import type { BrowserStorage } from '../browserStorage.ts';
import { heldMs, type NewSubmission, type Settlement, type OutboxStorage, type Submission } from './outboxStorage.ts';

export interface OutboxParts {
  storage: BrowserStorage;
  /** Submissions are per person. */
  person: string;
  send(submission: NewSubmission): Promise<Receipt>;
  /** Starts sending synchronously, because the page may be gone right after. */
  sendWhileLeaving(submission: NewSubmission): Promise<Receipt>;
  /** Runs the work while no other page of this browser sends. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Calls back after a delay; returns a function that cancels it. */
  later(work: () => void, delayMs: number): () => void;
  now(): number;
  random(): number;
}

/** An answer from any page of this browser, and its result; the receipt is null if it was refused. */
export type Settled = Pick<Settlement, 'requestId' | 'body'> & { receipt: Receipt | null; problem?: ApiProblem };

export type Sender = ReturnType<typeof createSender>;

/** How many answers are sent per turn. */
const PER_TURN = 10;

/** Temporary failures, or ones that a new sign-in fixes: the server has not decided yet. */
const PASSING: ReadonlySet<ApiProblem['code']> = new Set([
  'unreachable',
  'unavailable',
  'rate_limited',
  'too_slow',
  'sign_in_needed',
  'unauthenticated',
] as const);

const nextDue = (outboxStorage: OutboxStorage, at: number) =>
  outboxStorage.stored().find((each) => each.refusal === null && heldMs(each, at) === 0);

/** Milliseconds until the first waiting answer is due; null: none is waiting. */
function firstDueInMs(outboxStorage: OutboxStorage, at: number): number | null {
  const open = outboxStorage.stored().filter(({ refusal }) => refusal === null);
  return open.length === 0 ? null : Math.min(...open.map((each) => heldMs(each, at)));
}

/** Repeats `action` until it returns false. */
async function repeat(action: () => Promise<boolean>): Promise<void> {
  while (await action());
}

/** Shows a request's submission as being sent until the work is done, which starts synchronously. */
export async function whileSending<Result>(
  { read, change }: Pick<OutboxStorage, 'read' | 'change'>,
  requestId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  change({ sendingIds: [...read().sendingIds, requestId] });
  try {
    return await work();
  } finally {
    change({ sendingIds: read().sendingIds.filter((each) => each !== requestId) });
  }
}

/** Sends due answers; schedules itself for later ones and for failed attempts. */
export function createSender({ send, inTurn, later, now, random }: OutboxParts, outboxStorage: OutboxStorage) {
  const { refuse, settle: end, ...settling } = createSettling(outboxStorage);
  let failures = 0;
  let flushing: Promise<void> | null = null;
  let callOff = (): void => undefined;

  function settle(submission: Submission, receipt: Receipt): void {
    failures = 0;
    outboxStorage.change({ obstacle: null });
    end(submission, receipt);
  }

  /** @returns whether the next one can be sent */
  async function trySending(submission: Submission): Promise<boolean> {
    try {
      settle(submission, await send(submission));
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : new ApiProblem('internal', 500, String(error));
      if (PASSING.has(problem.code)) {
        failures += 1;
        outboxStorage.change({ obstacle: problem.code });
        return false;
      }
      refuse(submission, problem);
    }
    return true;
  }
  const sendOne = (submission: Submission): Promise<boolean> =>
    whileSending(outboxStorage, submission.requestId, () => trySending(submission));

  /**
   * Sends several in one turn, so that answers given together do not wait for a turn each. Skips answers that became
   * due after the turn was requested: a page being left may send them in the next turn.
   *
   * @returns whether more may be due
   */
  function sendNext(): Promise<boolean> {
    const askedAt = now();
    return inTurn(async () => {
      for (let left = PER_TURN; left > 0; left -= 1) {
        const next = nextDue(outboxStorage, askedAt);
        if (!next || !(await sendOne(next))) return false;
      }
      return true;
    });
  }
  function flush(): Promise<void> {
    flushing ??= repeat(sendNext).finally(() => {
      flushing = null;
      schedule();
    });
    return flushing;
  }

  async function retry(): Promise<void> {
    await flushing; // an attempt that fails right now started before the connection was back
    failures = 0;
    return flush();
  }

  function schedule(): void {
    callOff();
    const dueInMs = firstDueInMs(outboxStorage, now());
    if (dueInMs === null) return;
    const retryInMs = failures === 0 ? 0 : reconnectDelayMs(failures, random());
    callOff = later(() => void flush(), Math.max(dueInMs, retryInMs));
  }

  return { ...settling, settle, flush, retry, schedule, stop: () => callOff() };
}

/** Reports the results of answers. */
function createSettling(outboxStorage: OutboxStorage) {
  const listeners = new Set<(settled: Settled) => void>();
  const refusals = new Map<string, ApiProblem>();
  const tell = (settled: Settled): void => listeners.forEach((listener) => listener(settled));
  return {
    listen(listener: (settled: Settled) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell,
    /** The result of an answer sent by another page; only that page knows the fields of a refusal. */
    tellOfOther(said: Settlement | Submission): void {
      if ('receipt' in said) tell(said);
      else if (said.refusal !== null)
        tell({
          requestId: said.requestId,
          body: said.body,
          receipt: null,
          problem: new ApiProblem(said.refusal, 409, ''),
        });
    },
    /** Stores an answer to be sent now; an earlier attempt with the same answer no longer matters. */
    begin(submission: Submission): void {
      refusals.delete(submission.key);
      outboxStorage.put(submission);
    },
    /** Takes the refusal of an attempt, by its key, for the caller that waits for it. */
    takeRefusal(key: string): ApiProblem | undefined {
      const refusal = refusals.get(key);
      refusals.delete(key);
      return refusal;
    },
    settle({ requestId, key, body }: Submission, receipt: Receipt): void {
      tell({ requestId, body, receipt }); // before it is removed, so that the question does not appear open again
      const stored = outboxStorage.find(requestId);
      if (!stored || stored.key === key) outboxStorage.settle({ requestId, body, receipt });
    },
    refuse({ requestId, key, body }: Submission, problem: ApiProblem): void {
      refusals.set(key, problem);
      if (outboxStorage.find(requestId)?.key === key) outboxStorage.update(requestId, { refusal: problem.code });
      tell({ requestId, body, receipt: null, problem });
    },
  };
}
