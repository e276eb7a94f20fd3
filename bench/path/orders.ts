/** What the driver passes to the server process, as JSON on its command line. */
export interface PathOrder {
  subject: 'product' | FloorSubject;
  databaseUrl: string;
  /** Counts and times statements and commits, which itself costs time. */
  isTraced: boolean;
  /** How many cycles the database already holds. */
  stored?: number;
}

/** Rows that a floor writes per cycle, in three commits: question, answer, end. */
export const FLOORS = {
  'bare rows': [10, 6, 3],
  'three bare rows': [1, 1, 1],
} as const;
export type FloorSubject = keyof typeof FLOORS;

/** Where the driver sends its calls. Every call has its person's token, which a floor ignores. */
export interface Addresses {
  start: Call;
  /** `{id}` stands for the id from `raised`. */
  answer: Call;
  reads: Record<ReadName, { path: string; token: string }>;
}

export interface Call {
  path: string;
  body: string;
  token: string;
}

export const READS = ['inbox of 30', 'question', 'execution'] as const;
export type ReadName = (typeof READS)[number];

/** What the server reports, in batches. */
export type Told =
  | { kind: 'ready'; url: string; addresses: Addresses }
  /** Durable questions, by the execution that asks. */
  | { kind: 'raised'; asked: { executionId: string; requestId: string }[] }
  /** Executions whose end is durable. */
  | { kind: 'ended'; ids: string[] }
  | { kind: 'traced'; figures: Record<string, number> };

/** Finished cycles in the database while others are measured. */
export const STORED = [10_000, 100_000, 1_000_000];
export const storedSubject = (stored: number): string => `product with ${stored.toLocaleString('en')} stored`;
