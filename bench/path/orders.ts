/** What the driver orders from the process of the server, as JSON on its command line. */
export interface PathOrder {
  subject: 'product' | FloorSubject;
  databaseUrl: string;
  /** Counts statements and commits, and takes their times, which costs time itself. */
  isTraced: boolean;
  /** How many cycles the database holds already. */
  stored?: number;
}

/** Rows that a cycle of a floor writes, in three commits: what is asked, what is answered, and how it ends. */
export const FLOORS = {
  'bare rows': [10, 6, 3],
  'three bare rows': [1, 1, 1],
} as const;
export type FloorSubject = keyof typeof FLOORS;

/** Where the driver sends what. Every call has the token of its person, which a floor does not look at. */
export interface Addresses {
  start: Call;
  /** `{id}` stands for what `raised` told. */
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

/** What the server tells, some at a time. */
export type Told =
  | { kind: 'ready'; url: string; addresses: Addresses }
  /** Questions that are durable, by the execution that asks. */
  | { kind: 'raised'; asked: { executionId: string; requestId: string }[] }
  /** Executions whose end is durable. */
  | { kind: 'ended'; ids: string[] }
  | { kind: 'traced'; figures: Record<string, number> };

/** Cycles that are over and stored while others are measured. */
export const STORED = [10_000, 100_000, 1_000_000];
export const storedSubject = (stored: number): string => `product with ${stored.toLocaleString('en')} stored`;
