import type { Receipt } from '../../../contract/payload.ts';
import { ApiProblem } from '../api/apiProblem.ts';
import { reconnectDelayMs } from '../api/reconnectDelay.ts';
import { createShelf, type Shelf, type Submission, type TextStorage } from './outboxShelf.ts';

export type { OutboxState, Submission } from './outboxShelf.ts';

export interface OutboxParts {
  storage: TextStorage;
  /** One person's submissions are nobody else's. */
  person: string;
  send(submission: Submission): Promise<Receipt>;
  /** Begins to send before it returns: the page may be gone right after. */
  sendWhileLeaving(submission: Submission): Promise<Receipt>;
  /** Lets one page of this browser send at a time. */
  inTurn(work: () => Promise<void>): Promise<void>;
  /** Calls back after a while; returns what calls it off. */
  later(work: () => void, delayMs: number): () => void;
  now(): number;
  random(): number;
}

/** Told what an answer came to; the receipt is null where the server refused it. */
export type SettledListener = (submission: Submission, receipt: Receipt | null) => void;

export type NewSubmission = Omit<Submission, 'dueAt' | 'refusal'>;
export type Outbox = ReturnType<typeof createOutbox>;

/** What passes by itself, or with a new sign-in: the server has decided nothing yet. */
const PASSING: ReadonlySet<ApiProblem['code']> = new Set([
  'unreachable',
  'unavailable',
  'rate_limited',
  'sign_in_needed',
  'unauthenticated',
] as const);

/**
 * Keeps answers until the server has taken or refused them, through lost connections, reloads and restarts, and sends
 * them one at a time, in the order they were given.
 */
export function createOutbox(parts: OutboxParts) {
  const { now } = parts;
  const shelf = createShelf(parts.storage, `handback.outbox.${parts.person}`);
  const { settled, refusals, settle, flush, retry, schedule, stop } = createSender(parts, shelf);
  return {
    read: shelf.read,
    subscribe: shelf.subscribe,
    listen(listener: SettledListener): () => void {
      settled.add(listener);
      return () => void settled.delete(listener);
    },
    /** Takes an answer and sends it when `holdMs` have passed, unless it is taken back. */
    hold(submission: NewSubmission, holdMs: number): void {
      shelf.put({ ...submission, dueAt: now() + holdMs, refusal: null });
      schedule();
    },
    /**
     * Takes an answer and sends it.
     *
     * @param gone aborted once nobody waits any more for what it comes to: a refusal is kept then, to be read later
     * @returns `kept` when it could not be sent yet, or was refused while nobody waited
     * @throws ApiProblem when the server refuses it; it is kept no longer then
     */
    async submit(submission: NewSubmission, gone: AbortSignal): Promise<'sent' | 'kept'> {
      const { requestId, key } = submission;
      shelf.put({ ...submission, dueAt: now(), refusal: null });
      await flush();
      const refusal = refusals.get(key);
      refusals.delete(key);
      if (!refusal || gone.aborted) return shelf.find(requestId) ? 'kept' : 'sent';
      shelf.remove(requestId);
      throw refusal;
    },
    takeBack: shelf.remove,
    sendNow(requestId: string): void {
      shelf.update(requestId, { dueAt: now() });
      void flush();
    },
    flush,
    /** Sends all that is held back or waits for its turn. */
    async hurry(): Promise<void> {
      shelf.stored().forEach(({ requestId }) => shelf.update(requestId, { dueAt: now() }));
      await retry();
    },
    /** The way to the server seems open again: nothing waits for the end of its pause. */
    retry,
    /** The page is hidden, perhaps for good: nothing is held back any longer. */
    leave(): void {
      for (const submission of shelf.stored().filter(({ dueAt, refusal }) => refusal === null && dueAt > now())) {
        shelf.update(submission.requestId, { dueAt: now() });
        parts.sendWhileLeaving(submission).then(
          (receipt) => settle(submission, receipt),
          () => void flush(),
        );
      }
    },
    reread(): void {
      shelf.reread();
      schedule();
    },
    /** Forgets what was refused and concerns nothing any more. */
    prune(isWanted: (requestId: string) => boolean): void {
      for (const { requestId, refusal } of shelf.stored())
        if (refusal !== null && !isWanted(requestId)) shelf.remove(requestId);
    },
    /** Forgets everything, sent or not. */
    empty(): void {
      shelf.stored().forEach(({ requestId }) => shelf.remove(requestId));
      schedule();
    },
    stop,
  };
}

/** Sends what is due, and comes back by itself for what is not yet, or could not be sent. */
function createSender({ send, inTurn, later, now, random }: OutboxParts, shelf: Shelf) {
  const settled = new Set<SettledListener>();
  const refusals = new Map<string, ApiProblem>();
  let failures = 0;
  let flushing: Promise<void> | null = null;
  let callOff = (): void => undefined;

  function settle(submission: Submission, receipt: Receipt): void {
    failures = 0;
    shelf.change({ obstacle: null });
    settled.forEach((tell) => tell(submission, receipt)); // before it goes, so that nobody sees the question open again
    if (shelf.find(submission.requestId)?.key === submission.key) shelf.remove(submission.requestId);
  }

  function refuse(submission: Submission, problem: ApiProblem): void {
    refusals.set(submission.key, problem);
    shelf.update(submission.requestId, { refusal: problem.code });
    settled.forEach((tell) => tell(submission, null));
  }

  /** @returns whether the next one can have its turn */
  async function sendOne(submission: Submission): Promise<boolean> {
    shelf.change({ sendingId: submission.requestId });
    try {
      settle(submission, await send(submission));
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : new ApiProblem('internal', 500, String(error));
      if (PASSING.has(problem.code)) {
        failures += 1;
        shelf.change({ obstacle: problem.code });
        return false;
      }
      refuse(submission, problem);
    } finally {
      shelf.change({ sendingId: null });
    }
    return true;
  }

  const nextDue = () => shelf.stored().find(({ refusal, dueAt }) => refusal === null && dueAt <= now());
  async function sendAll(): Promise<void> {
    for (let next = nextDue(); next; next = nextDue()) if (!(await sendOne(next))) return;
  }

  function flush(): Promise<void> {
    flushing ??= inTurn(sendAll).finally(() => {
      flushing = null;
      schedule();
    });
    return flushing;
  }

  async function retry(): Promise<void> {
    await flushing; // one that is just failing tried the way as it was before
    failures = 0;
    await flush();
  }

  function schedule(): void {
    callOff();
    const open = shelf.stored().filter(({ refusal }) => refusal === null);
    if (open.length === 0) return;
    const dueInMs = Math.max(0, Math.min(...open.map(({ dueAt }) => dueAt)) - now());
    const retryInMs = failures === 0 ? 0 : reconnectDelayMs(failures, random());
    callOff = later(() => void flush(), Math.max(dueInMs, retryInMs));
  }

  return { settled, refusals, settle, flush, retry, schedule, stop: () => callOff() };
}
