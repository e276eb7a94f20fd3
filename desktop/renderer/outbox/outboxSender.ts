import type { Receipt } from '../../../contract/payload.ts';
import { ApiProblem } from '../api/apiProblem.ts';
import { reconnectDelayMs } from '../../reconnectDelay.ts';
import type { BrowserStorage } from '../browserStorage.ts';
import { heldMs, type NewSubmission, type Settlement, type OutboxStorage, type Submission } from './outboxStorage.ts';

export interface OutboxParts {
  storage: BrowserStorage;
  /** One person's submissions are nobody else's. */
  person: string;
  send(submission: NewSubmission): Promise<Receipt>;
  /** Begins to send before it returns: the page may be gone right after. */
  sendWhileLeaving(submission: NewSubmission): Promise<Receipt>;
  /** Lets one page of this browser send at a time. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Calls back after a while; returns what calls it off. */
  later(work: () => void, delayMs: number): () => void;
  now(): number;
  random(): number;
}

/** An answer, from whichever page of this browser, and what it came to; the receipt is null where it was refused. */
export type Settled = Pick<Settlement, 'requestId' | 'body'> & { receipt: Receipt | null; problem?: ApiProblem };

export type Sender = ReturnType<typeof createSender>;

/** How many are sent before another page of this browser has its turn. */
const PER_TURN = 10;

/** What passes by itself, or with a new sign-in: the server has decided nothing yet. */
const PASSING: ReadonlySet<ApiProblem['code']> = new Set([
  'unreachable',
  'unavailable',
  'rate_limited',
  'sign_in_needed',
  'unauthenticated',
] as const);

const nextDue = (outboxStorage: OutboxStorage, at: number) =>
  outboxStorage.stored().find((each) => each.refusal === null && heldMs(each, at) === 0);

/** In how many milliseconds the first of what waits falls due; null: nothing does. */
function firstDueInMs(outboxStorage: OutboxStorage, at: number): number | null {
  const open = outboxStorage.stored().filter(({ refusal }) => refusal === null);
  return open.length === 0 ? null : Math.min(...open.map((each) => heldMs(each, at)));
}

/** Does it until it says that there is no more. */
async function repeat(deed: () => Promise<boolean>): Promise<void> {
  while (await deed());
}

/** Sends what is due, and comes back by itself for what is not yet, or could not be sent. */
export function createSender({ send, inTurn, later, now, random }: OutboxParts, outboxStorage: OutboxStorage) {
  const { listen, tell, tellOfOther, takeRefusal, refuse, settle: end } = createSettling(outboxStorage);
  let failures = 0;
  let flushing: Promise<void> | null = null;
  let callOff = (): void => undefined;

  function settle(submission: Submission, receipt: Receipt): void {
    failures = 0;
    outboxStorage.change({ obstacle: null });
    end(submission, receipt);
  }

  /** @returns whether the next one can be sent */
  async function sendOne(submission: Submission): Promise<boolean> {
    outboxStorage.change({ sendingId: submission.requestId });
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
    } finally {
      outboxStorage.change({ sendingId: null });
    }
    return true;
  }

  /**
   * A few, one after the other: what many were given together with has not to wait for the turn of each. What has fallen
   * due since the turn was asked for may be sent by a page that is left: that has the next turn.
   *
   * @returns whether more may be waiting
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
    await flushing; // one that is just failing tried the way as it was before
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

  return { listen, tell, tellOfOther, takeRefusal, settle, flush, retry, schedule, stop: () => callOff() };
}

/** Tells what answers came to. */
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
    /** What an answer came to that another page sent; the fields that a refusal names are known to that page only. */
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
    /** Why an attempt was refused, by its key; said once, to whoever waits for it. */
    takeRefusal(key: string): ApiProblem | undefined {
      const refusal = refusals.get(key);
      refusals.delete(key);
      return refusal;
    },
    settle({ requestId, key, body }: Submission, receipt: Receipt): void {
      tell({ requestId, body, receipt }); // before it goes, so that nobody sees the question open again
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
