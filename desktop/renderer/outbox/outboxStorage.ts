import type { HumanResponseBody, Receipt, RespondBody } from '../../../contract/payload.ts';
import type { ApiProblem } from '../api/apiProblem.ts';
import type { BrowserStorage } from '../browserStorage.ts';
import { createPersonStorage, parseStored, type StorageChange } from '../personStorage.ts';

/** An answer being sent, stored until the server's result is known. */
export interface Submission {
  requestId: string;
  flowName: string;
  /** The question's title; absent in entries of older versions. */
  title?: string;
  /** The answer in words, if it is a single option. */
  words: string | null;
  body: RespondBody;
  /** The question's ids in its chat, if it was answered there. */
  inline?: Pick<HumanResponseBody, 'executionId' | 'nodeId'>;
  /** The idempotency key: repeating the call is harmless. */
  key: string;
  /** When it was given, in ms; answers are sent in this order. */
  givenAt: number;
  /** When it is sent, in ms; until then it can be undone. */
  dueAt: number;
  /** Why the server refused it for good. */
  refusal: ApiProblem['code'] | null;
}

/** How long a one-tap answer can be undone. */
export const UNDO_MS = 5000;

/** The tolerance for clock corrections, which must not shorten the undo time. */
const CORRECTED_MS = 60_000;

/** The remaining undo time in ms. A clock set back by hours does not extend it. */
export function heldMs({ dueAt }: Pick<Submission, 'dueAt'>, now: number): number {
  const left = dueAt - now;
  return left > UNDO_MS + CORRECTED_MS ? 0 : Math.max(0, left);
}

export type NewSubmission = Omit<Submission, 'givenAt' | 'dueAt' | 'refusal'>;

/**
 * The message between pages of a browser about an answer's result; without the content of answers that must not be
 * stored.
 */
export interface Settlement {
  requestId: string;
  body?: RespondBody;
  receipt: Receipt;
}

export interface OutboxState {
  submissions: readonly Submission[];
  /** The requests whose submissions this page is sending. */
  sendingIds: readonly string[];
  /** Why the last attempt did not reach the server or got no decision. */
  obstacle: ApiProblem['code'] | null;
}

export type OutboxStorage = ReturnType<typeof createOutboxStorage>;

/**
 * One person's submissions, at most one per request, shared by all pages of this browser, and this page's sending
 * state. Each has its own storage entry, so that pages writing at the same time do not overwrite each other.
 */
export function createOutboxStorage(storage: BrowserStorage, person: string) {
  const kept = createPersonStorage(storage, 'outbox', person, isSubmission);
  const settlements = createPersonStorage(storage, 'outbox', person, isSettlement);
  const listeners = new Set<() => void>();
  const stored = (): Submission[] => kept.readAll().sort((one, other) => one.givenAt - other.givenAt);
  let state: OutboxState = { submissions: stored(), sendingIds: [], obstacle: null };

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
    /** Resolves when a submission is gone, for whatever reason. */
    untilGone: (key: string): Promise<void> =>
      new Promise((resolve) => {
        const onChange = (): void => {
          if (state.submissions.some((each) => each.key === key)) return;
          listeners.delete(onChange);
          resolve();
        };
        listeners.add(onChange);
      }),
    /** Removes a submission and tells the other pages why, through the storage. */
    settle(settlement: Settlement): void {
      settlements.write(settlement.requestId, settlement);
      remove([settlement.requestId]);
    },
    /** Reads another page's change. @param tell called first with the result of an answer, if the change is one */
    hear(changed: StorageChange, tell: (settled: Settlement | Submission) => void): void {
      if (!kept.isConcerned(changed)) return;
      const said = parseStored(changed.newValue);
      if (isSettlement(said) || (isSubmission(said) && said.refusal !== null)) tell(said);
      reread();
    },
  };
}

/**
 * Whether it is complete. Anything else counts as absent: an entry without its times would be tried again without a
 * pause, and one under the name of another question would be sent again and again.
 *
 * @param name the name it is stored under
 */
function isSubmission(stored: unknown, name = (stored as Partial<Submission> | null)?.requestId): stored is Submission {
  const { requestId, flowName, title, words, body, key, givenAt, dueAt, refusal } = (stored ??
    {}) as Partial<Submission>;
  return (
    requestId !== undefined &&
    requestId === name &&
    [requestId, flowName, key, title ?? ''].every((each) => typeof each === 'string') &&
    [givenAt, dueAt].every(Number.isFinite) &&
    [words, refusal].every((each) => each === null || typeof each === 'string') &&
    isBody(body)
  );
}

const isBody = (stored: unknown): boolean =>
  typeof stored === 'string' || typeof (stored as { values?: unknown } | null | undefined)?.values === 'object';

const isSettlement = (stored: unknown): stored is Settlement =>
  typeof (stored as Partial<Settlement> | null)?.receipt?.status === 'string';
