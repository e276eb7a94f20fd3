import type { Measured } from './measureAll.ts';
import { READS, STORED, storedSubject, type FloorSubject } from './path/orders.ts';
import { DATABASES, type DatabaseKind, type Part } from './variant.ts';

/** An expectation for two cores, and its result. */
export interface Judged {
  about: string;
  expected: string;
  found: number;
  isMet: boolean;
}

interface Expectation {
  about: string;
  bound: { atLeast: number } | { atMost: number };
  unit?: string;
  /** Undefined if not measured in this run. */
  find(measured: Measured[]): number | undefined;
}

const CYCLES = [
  { inFlight: 64, atLeast: 0.5 },
  { inFlight: 1, atLeast: 0.6 },
];

/** As a multiple of a bare page of the same server: until the client shows something, and until it can be used. */
const CLIENT = [
  { subject: 'inbox of 20', name: 'paintedRatio', atMost: 1.5 },
  { subject: 'inbox of 20', name: 'usableRatio', atMost: 8 },
  { subject: 'inbox of 20', name: 'warmUsableRatio', atMost: 6 },
  { subject: 'inbox of 20', name: 'formUsableRatio', atMost: 13 },
  { subject: 'inbox of 2,000', name: 'paintedRatio', atMost: 1.5 },
  { subject: 'inbox of 2,000', name: 'usableRatio', atMost: 11 },
  { subject: 'inbox of 2,000', name: 'warmUsableRatio', atMost: 8 },
  { subject: 'inbox of 2,000', name: 'formUsableRatio', atMost: 17 },
];

/**
 * As a share of a floor that does the same over HTTP without product code: `bare rows` writes as many rows, the other
 * three one per cycle.
 */
const PATH: Record<DatabaseKind, Record<FloorSubject, number>> = {
  sqlite: { 'bare rows': 0.5, 'three bare rows': 0.45 },
  postgres: { 'bare rows': 0.4, 'three bare rows': 0.45 },
};
/** Reads by a signed-in person, as a share of the bare read. */
const READ_SHARE = 0.4;
/** From an answer to the end of its flow on an idle server, as a multiple of the floor. */
const RESUME_TIMES = 4;
const COMMITS = 3;
/** A cycle costs at most 1.3 times as much as one on an empty database. */
const STORED_SHARE = 0.77;

/** Documents per second, as a share of putting the same texts into the database's own index. */
const INDEXED_SHARE: Record<DatabaseKind, number> = { sqlite: 0.3, postgres: 0.3 };

const EACH_DATABASE: Expectation[] = DATABASES.flatMap((database) => [
  ...Object.entries(PATH[database]).map(([to, atLeast]) =>
    ratio({ part: 'path', database, inFlight: 64, subject: 'product', to, atLeast }),
  ),
  {
    about: `path ${database} 1: answer to resumed, product / bare rows`,
    bound: { atMost: RESUME_TIMES },
    find: (measured) => {
      const [mine, floor] = ['product', 'bare rows'].map((subject) =>
        best(measured, { part: 'path', database, inFlight: 1, subject }, 'resumeP50Ms'),
      );
      return mine !== undefined && floor !== undefined ? mine / floor : undefined;
    },
  },
  figure({ part: 'path', database, subject: 'stages', name: 'commits', atMost: COMMITS, unit: ' a cycle' }),
  ...READS.map((read) =>
    ratio({
      part: 'path',
      database,
      inFlight: 64,
      subject: `reads ${read}`,
      to: `reads ${read}, bare`,
      atLeast: READ_SHARE,
    }),
  ),
  ...STORED.map((stored) =>
    ratio({
      part: 'path',
      database,
      inFlight: 64,
      subject: storedSubject(stored),
      to: 'product',
      atLeast: STORED_SHARE,
    }),
  ),
  ...CYCLES.flatMap(({ inFlight, atLeast }) =>
    ['product', 'product, nothing to compute'].map((subject) =>
      ratio({ part: 'cycle', database, inFlight, subject, to: 'batched prototype', atLeast }),
    ),
  ),
  ratio({ part: 'answers', database, inFlight: 64, subject: 'product', to: 'bare route', atLeast: 0.5 }),
  figure({ part: 'memory', database, name: 'perRequestKb', atMost: 4, unit: ' kB' }),
  figure({ part: 'fanOut', database, name: 'fanOutMs', atMost: 500, unit: ' ms' }),
  figure({ part: 'inbox', database, name: 'p99Ms', atMost: 10, unit: ' ms' }),
  ...['inboxP99Ms', 'sentP99Ms', 'dashboardP99Ms'].map((name) =>
    figure({ part: 'assignments', database, name, atMost: 100, unit: ' ms' }),
  ),
  figure({ part: 'assignments', database, name: 'assignMs', atMost: 2000, unit: ' ms' }),
  {
    about: `sealing ${database}: rows a second, while flows start`,
    bound: { atLeast: 5000 },
    find: (measured) => best(measured, { part: 'sealing', database }, 'rate'),
  },
  ratio({ part: 'indexing', database, subject: 'product', to: 'bare rows', atLeast: INDEXED_SHARE[database] }),
  figure({ part: 'indexing', database, subject: 'product', name: 'p99Ms', atMost: 50, unit: ' ms' }),
  figure({ part: 'sealing', database, name: 'startP99Ms', atMost: 500, unit: ' ms' }),
]);

const EXPECTATIONS: Expectation[] = [
  ...EACH_DATABASE,
  ...CLIENT.map((each) => figure({ part: 'client', database: 'sqlite', ...each, unit: ' times the bare page' })),
  ...['scroll', 'search', 'options'].map((action) =>
    figure({
      part: 'client',
      database: 'sqlite',
      subject: 'long lists',
      name: `${action}LongestMs`,
      atMost: 200,
      unit: ' ms',
    }),
  ),
];

interface Figure {
  part: Part;
  database: DatabaseKind;
  subject?: string;
  name: string;
  atMost: number;
  unit: string;
}

function figure({ part, database, subject, name, atMost, unit }: Figure): Expectation {
  return {
    about: `${part} ${database}${subject === undefined ? '' : ` ${subject}`}: ${name}`,
    bound: { atMost },
    unit,
    find: (measured) => best(measured, { part, database, ...(subject !== undefined && { subject }) }, name),
  };
}

interface Ratio {
  part: Part;
  database: DatabaseKind;
  inFlight?: number;
  subject: string;
  to: string;
  atLeast: number;
}

function ratio({ part, database, inFlight, subject, to, atLeast }: Ratio): Expectation {
  const where = { part, database, inFlight };
  return {
    about: `${part} ${database} ${inFlight ?? ''}: ${subject} / ${to}`,
    bound: { atLeast },
    find: (measured) => {
      const [mine, theirs] = [subject, to].map((name) => best(measured, { ...where, subject: name }, 'rate'));
      return mine !== undefined && theirs !== undefined ? mine / theirs : undefined;
    },
  };
}

type Where = Partial<Pick<Measured, 'part' | 'database' | 'inFlight' | 'subject'>>;

function best(measured: Measured[], where: Where, figure: string): number | undefined {
  const found = measured.find((each) =>
    Object.entries(where).every(([key, value]) => each[key as keyof Where] === value),
  );
  return found && bestOf(found, figure);
}

/** The highest rate of all rounds, and the lowest of any other figure: disturbances only make a machine slower. */
export function bestOf({ rounds }: Measured, figure: string): number {
  const all = rounds.map((figures) => figures[figure] ?? NaN);
  return figure === 'rate' ? Math.max(...all) : Math.min(...all);
}

/** Every expectation that this run has figures for. */
export function judge(measured: Measured[]): Judged[] {
  return EXPECTATIONS.flatMap(({ about, bound, unit = '', find }) => {
    const found = find(measured);
    if (found === undefined) return [];
    const isMet = 'atLeast' in bound ? found >= bound.atLeast : found <= bound.atMost;
    const expected = 'atLeast' in bound ? `at least ${bound.atLeast}${unit}` : `at most ${bound.atMost}${unit}`;
    return [{ about, expected, found, isMet }];
  });
}
