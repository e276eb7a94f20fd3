import type { HumanResponseBody, RespondBody } from '../../../contract/payload.ts';
import type { ApiProblem } from '../api/apiProblem.ts';

/** An answer on its way: this browser keeps it until the server has said what it came to. */
export interface Submission {
  requestId: string;
  flowName: string;
  /** The answer in words, where it is one word. */
  words: string | null;
  body: RespondBody;
  /** The question as its chat knows it, where it was answered there. */
  inline?: Pick<HumanResponseBody, 'executionId' | 'nodeId'>;
  /** Names the attempt: sending the same one again is harmless. */
  key: string;
  /** Until then, in milliseconds, it can be taken back. */
  dueAt: number;
  /** Why the server will never take it. */
  refusal: ApiProblem['code'] | null;
}

/** What is used of the browser's `localStorage`. */
export interface TextStorage {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
}

export interface OutboxState {
  submissions: readonly Submission[];
  /** The request whose submission is being sent. */
  sendingId: string | null;
  /** What kept the last attempt from reaching the server, or from being heard there. */
  obstacle: ApiProblem['code'] | null;
}

export type Shelf = ReturnType<typeof createShelf>;

/**
 * The submissions of one person, at most one for each request, as every page of this browser sees them, and what this
 * page knows of their sending.
 */
export function createShelf(storage: TextStorage, name: string) {
  const listeners = new Set<() => void>();
  const stored = (): Submission[] => parse(storage.getItem(name));
  let state: OutboxState = { submissions: stored(), sendingId: null, obstacle: null };

  function change(part: Partial<OutboxState>): void {
    state = { ...state, ...part };
    listeners.forEach((tell) => tell());
  }
  function store(submissions: Submission[]): void {
    storage.setItem(name, JSON.stringify(submissions));
    change({ submissions });
  }
  return {
    /** The same object until something changes. */
    read: (): OutboxState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change,
    stored,
    find: (requestId: string): Submission | undefined => stored().find((each) => each.requestId === requestId),
    put: (submission: Submission): void =>
      store([...stored().filter(({ requestId }) => requestId !== submission.requestId), submission]),
    update: (requestId: string, part: Partial<Submission>): void =>
      store(stored().map((each) => (each.requestId === requestId ? { ...each, ...part } : each))),
    remove: (requestId: string): void => store(stored().filter((each) => each.requestId !== requestId)),
    /** Looks again at what another page of this browser has changed. */
    reread: (): void => change({ submissions: stored() }),
  };
}

function parse(text: string | null): Submission[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? (stored as Submission[]) : [];
  } catch {
    return [];
  }
}
