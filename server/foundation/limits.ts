/** One limit: how much, per what, of what. */
interface Limit {
  most: number;
  /** What the count is kept per. */
  of: 'server' | 'address' | 'person' | 'link' | 'starter and person' | 'request';
  /** What is counted; shown in the operators' documentation. */
  what: string;
}

/**
 * All limits; `docs/operators.md` lists the same rows, and `LIMITS=name=most,…` changes them. Limits per address count
 * only refused calls, so that nobody can use them to block others at the same address.
 */
export const LIMITS = {
  connections: { most: 10_000, of: 'server', what: 'open connections' },
  waitingConnections: { most: 512, of: 'address', what: 'connections that have not sent a complete request yet' },
  failuresPerMinute: { most: 60, of: 'address', what: 'refused bearer tokens and invalid links, in a minute' },
  requestsPerMinute: { most: 600, of: 'person', what: 'requests in a minute' },
  openingsPerMinute: { most: 60, of: 'link', what: 'openings of a mail link, in a minute' },
  formsPerMinute: { most: 30, of: 'link', what: 'forms sent through a mail link, in a minute' },
  unfinishedExecutions: { most: 5_000, of: 'person', what: 'executions that have not ended' },
  startsPerHour: { most: 1_000, of: 'person', what: 'executions started in an hour' },
  peopleAskedPerHour: { most: 2_000, of: 'person', what: 'people asked by the executions of a starter, in an hour' },
  questionsToOnePersonPerHour: {
    most: 30,
    of: 'starter and person',
    what: 'questions to one other person by the executions of a starter, in an hour',
  },
  checkingSecondsPerMinute: {
    most: 20,
    of: 'person',
    what: 'seconds spent checking what an author has written, in a minute',
  },
  bodyBytes: { most: 1024 * 1024, of: 'request', what: 'bytes of a JSON body' },
  depth: { most: 20, of: 'request', what: 'levels of nested objects and lists in a body' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
/** The value of each limit; `UNLIMITED` if lifted. */
export type Limits = Record<LimitName, number>;

export const UNLIMITED = Number.MAX_SAFE_INTEGER;

export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];

/** The limits when nothing is configured. */
export const DEFAULT_LIMITS = Object.fromEntries(LIMIT_NAMES.map((name) => [name, LIMITS[name].most])) as Limits;

/**
 * @returns null if the text is not a list of `name=most`. `none` lifts a limit; 0 is not accepted, as nothing would
 * work
 */
export function parseLimits(text: string): Partial<Limits> | null {
  const limits: Partial<Limits> = {};
  for (const part of text.split(',')) {
    const [, name, most] = /^\s*(\w+)\s*=\s*([1-9]\d{0,14}|none)\s*$/.exec(part) ?? [];
    if (name === undefined || !Object.hasOwn(LIMITS, name) || Object.hasOwn(limits, name)) return null;
    limits[name as LimitName] = most === 'none' ? UNLIMITED : Number(most);
  }
  return limits;
}
