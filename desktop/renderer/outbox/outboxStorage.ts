import type { HumanResponseBody, Receipt, RespondBody } from '../../../contract/payload.ts';
import type { ApiProblem } from '../api/apiProblem.ts';
import type { BrowserStorage } from '../browserStorage.ts';
import { createPersonStorage, parseStored, type StorageChange } from '../personStorage.ts';

/** An answer on its way: this browser keeps it until the server has said what it came to. */
export interface Submission {
  requestId: string;
  flowName: string;
  /** The question in one line; absent in what older versions stored. */
  title?: string;
  /** The answer in words, where it is one word. */
  words: string | null;
  body: RespondBody;
  /** The question as its chat knows it, where it was answered there. */
  inline?: Pick<HumanResponseBody, 'executionId' | 'nodeId'>;
  /** Names the attempt: sending the same one again is harmless. */
  key: string;
  /** When it was given, in milliseconds: the first goes first. */
  givenAt: number;
  /** Until then, in milliseconds, it can be taken back. */
  dueAt: number;
  /** Why the server will never take it. */
  refusal: ApiProblem['code'] | null;
}

/** How long an answer that was given with one press can be taken back. */
export const UNDO_MS = 5000;

/** Clocks are corrected by so much now and then, and nobody loses the time to take an answer back by that. */
const CORRECTED_MS = 60_000;

/** How long an answer can still be taken back, in milliseconds. A clock that was set back by hours does not hold it. */
export function heldMs({ dueAt }: Pick<Submission, 'dueAt'>, now: number): number {
  const left = dueAt - now;
  return left > UNDO_MS + CORRECTED_MS ? 0 : Math.max(0, left);
}

export type NewSubmission = Omit<Submission, 'givenAt' | 'dueAt' | 'refusal'>;

/** What the pages of a browser tell each other of an answer; nothing of what is in it where that is kept nowhere. */
export interface Settlement {
  requestId: string;
  body?: RespondBody;
  receipt: Receipt;
}

export interface OutboxState {
  submissions: readonly Submission[];
  /** The request whose submission is being sent. */
  sendingId: string | null;
  /** What kept the last attempt from reaching the server, or from being heard there. */
  obstacle: ApiProblem['code'] | null;
}

export type OutboxStorage = ReturnType<typeof createOutboxStorage>;

/**
 * The submissions of one person, at most one for each request, as every page of this browser sees them, and what this
 * page knows of their sending. Each has an entry of its own in the storage: two pages that write at the same moment
 * take nothing from each other.
 */
export function createOutboxStorage(storage: BrowserStorage, person: string) {
  const kept = createPersonStorage(storage, 'outbox', person, isSubmission);
  const settlements = createPersonStorage(storage, 'outbox', person, isSettlement);
  const listeners = new Set<() => void>();
  const stored = (): Submission[] => kept.readAll().sort((one, other) => one.givenAt - other.givenAt);
  let state: OutboxState = { submissions: stored(), sendingId: null, obstacle: null };

  function change(part: Partial<OutboxState>): void {
    state = { ...state, ...part };
    listeners.forEach((tell) => tell());
  }
  const reread = (): void => change({ submissions: stored() });
  const put = (...submissions: Submission[]): void => {
    submissions.forEach((submission) => kept.write(submission.requestId, submission));
    reread();
  };
  const remove = (requestIds: readonly string[]): void => {
    requestIds.forEach(kept.clear);
    reread();
  };
  return {
    /** The same object until something changes. */
    read: (): OutboxState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change,
    stored,
    find: kept.read,
    put,
    update(requestId: string, part: Partial<Submission>): void {
      const submission = kept.read(requestId);
      if (submission) put({ ...submission, ...part });
    },
    remove,
    empty(): void {
      kept.clearAll();
      reread();
    },
    /** Until a submission is no longer on its way, whatever took it away. */
    untilGone: (key: string): Promise<void> =>
      new Promise((resolve) => {
        const onChange = (): void => {
          if (state.submissions.some((each) => each.key === key)) return;
          listeners.delete(onChange);
          resolve();
        };
        listeners.add(onChange);
      }),
    /** Takes it away, and tells the other pages of this browser why: they see what was stored, one after the other. */
    settle(settlement: Settlement): void {
      settlements.write(settlement.requestId, settlement);
      remove([settlement.requestId]);
    },
    /** Looks again at what another page has changed. @param tell told first what it says of an answer */
    hear(changed: StorageChange, tell: (settled: Settlement | Submission) => void): void {
      if (!kept.isConcerned(changed)) return;
      const said = parseStored(changed.newValue);
      if (isSettlement(said) || (isSubmission(said) && said.refusal !== null)) tell(said);
      reread();
    },
  };
}

const isSubmission = (stored: unknown): stored is Submission => {
  const { key, givenAt } = (stored ?? {}) as Partial<Submission>;
  return typeof key === 'string' && typeof givenAt === 'number';
};

const isSettlement = (stored: unknown): stored is Settlement =>
  typeof (stored as Partial<Settlement> | null)?.receipt?.status === 'string';
