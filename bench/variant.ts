/** The conditions of a variant's measurement. */
export interface Conditions {
  /** Empty, and for this variant only. */
  databaseUrl: string;
  /** How long the load lasts if it has no end of its own. */
  seconds: number;
  /** 1: the sizes that the expectations assume; less for a quick look. */
  scale: number;
}

/** Rates are per second; times end in `Ms`, sizes in `Kb`. */
export type Figures = Record<string, number>;

export const PARTS = [
  'path',
  'cycle',
  'answers',
  'memory',
  'fanOut',
  'inbox',
  'sealing',
  'assignments',
  'indexing',
  'client',
] as const;
export type Part = (typeof PARTS)[number];
export type DatabaseKind = 'sqlite' | 'postgres';

/** One thing to measure, in its own process. */
export interface Variant {
  part: Part;
  database: DatabaseKind;
  /** `product`, or the yardstick it is compared with. */
  subject: string;
  inFlight?: number;
  /** Node.js options of its process. */
  nodeOptions?: string[];
  measure(conditions: Conditions): Promise<Figures>;
}

export const nameOf = ({ part, database, inFlight, subject }: Variant): string =>
  [part, database, ...(inFlight === undefined ? [] : [inFlight]), subject].join(' ');

export const DATABASES: readonly DatabaseKind[] = ['sqlite', 'postgres'];
