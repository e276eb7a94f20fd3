import { scheduleJob, type Job } from 'node-schedule';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long everything is kept, in ms after the moment that is named (behaviour 8: time-to-live clean-up). */
export const KEEP_MS = {
  /** After the start: whoever sends it again does so sooner. */
  startKeys: DAY_MS,
  /** After the message, likewise. */
  messageKeys: DAY_MS,
  /** After what they have made, likewise. */
  madeKeys: DAY_MS,
  /** After they expired. */
  promptTemplates: DAY_MS,
  /** After they expired. */
  tokens: DAY_MS,
  /** With their responses, notifications and deliveries, after they closed. */
  requests: 90 * DAY_MS,
  /** With their deliveries, after they were made; the assignments and their logs stay. */
  assignmentNotices: 180 * DAY_MS,
  /** With their steps, after they ended. */
  executions: 180 * DAY_MS,
  /** Tokens on behalf of a person, after they were last used: as long as the provider renews them. */
  delegations: 90 * DAY_MS,
  /** After the person was last here. */
  profiles: 90 * DAY_MS,
  /** After the deed. */
  audit: 2 * 365 * DAY_MS,
} as const;

/**
 * One kind of thing that is not kept for ever; each feature has its own. `Db` is what the purge is given to work on.
 * Nothing that belongs to an execution goes while that execution is not finished.
 */
export interface RetentionRow<Db> {
  name: string;
  keepMs: number;
  /**
   * Deletes at most `limit` rows of things that were over at `before` (ms since the epoch).
   * @returns how many; 0 when nothing is left
   */
  purge(db: Db, before: number, limit: number): Promise<number>;
}

export interface Retention {
  /** Purges every hour, seventeen minutes past. */
  start(): void;
  /** Purges everything that is over at `now`; returns how many rows of each kind went. Tests drive this. */
  tick(now: number): Promise<Record<string, number>>;
  /** Waits for the unit under way, not for the whole purge. */
  stop(): Promise<void>;
}

interface Parts<Db> {
  rows: RetentionRow<Db>[];
  /** Runs a purge in a unit of its own. */
  inUnit(work: (db: Db) => Promise<number>): Promise<number>;
  now(): number;
  /** Told what failed; the other kinds are purged nevertheless. */
  report(error: unknown, name: string): void;
}

const EVERY_HOUR = '17 * * * *';
/** Rows of one unit: whoever else writes waits no longer than for these. */
const CHUNK = 500;

/** The purges of all features (behaviour 8). In the order of `rows`: what refers to others goes before them. */
export function createRetention<Db>({ rows, inUnit, now, report }: Parts<Db>): Retention {
  let job: Job | null = null;
  let running: Promise<Record<string, number>> | null = null;
  let isStopping = false;

  async function purge({ keepMs, purge }: RetentionRow<Db>, at: number): Promise<number> {
    let count = 0;
    while (!isStopping) {
      const gone = await inUnit((db) => purge(db, at - keepMs, CHUNK));
      if (gone === 0) break;
      count += gone;
    }
    return count;
  }

  async function purgeAll(at: number): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const row of rows) {
      try {
        counts[row.name] = await purge(row, at);
      } catch (error) {
        report(error, row.name);
      }
    }
    return counts;
  }

  function tick(at: number): Promise<Record<string, number>> {
    running ??= purgeAll(at).finally(() => (running = null));
    return running;
  }

  return {
    start() {
      isStopping = false;
      job ??= scheduleJob(EVERY_HOUR, () => void tick(now()));
    },
    tick,
    async stop() {
      isStopping = true;
      job?.cancel();
      job = null;
      await running;
      isStopping = false;
    },
  };
}
