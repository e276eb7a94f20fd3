import { scheduleJob, type Job } from 'node-schedule';
import { createClockTrust } from './clockJump.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** How long things are kept, in ms after the moment named (behaviour 8: time-to-live clean-up). */
export const KEEP_MS = {
  /** After the start: retries come sooner than that. */
  startKeys: DAY_MS,
  /** After the message, likewise. */
  messageKeys: DAY_MS,
  /** After the creation, likewise. */
  madeKeys: DAY_MS,
  /** After they expired. */
  promptTemplates: DAY_MS,
  /** After they expired. */
  tokens: DAY_MS,
  /** After they closed, with their responses, notifications and deliveries. */
  requests: 90 * DAY_MS,
  /** After their creation, with their deliveries; the assignments and their logs stay. */
  assignmentNotices: 180 * DAY_MS,
  /** After they ended, with their steps. */
  executions: 180 * DAY_MS,
  /** Tokens on behalf of a person, after their last use: as long as the provider renews them. */
  delegations: 90 * DAY_MS,
  /** After the person's last visit. */
  profiles: 90 * DAY_MS,
  /** After it was added. */
  audit: 2 * 365 * DAY_MS,
} as const;

/**
 * One kind of thing that expires; each feature has its own. `Db` is what the purge works on. Nothing that belongs to an
 * unfinished execution may be deleted.
 */
export interface RetentionRow<Db> {
  name: string;
  keepMs: number;
  /**
   * Deletes at most `limit` rows of things that had expired by `before` (ms since the epoch).
   * @returns how many; 0 when nothing is left
   */
  purge(db: Db, before: number, limit: number): Promise<number>;
}

export interface Retention {
  /** Purges every hour, at seventeen minutes past, if the clock has not just jumped forward. */
  start(): void;
  /**
   * Purges everything that has expired at `now`; returns the number of deleted rows of each kind. Tests call it
   * directly.
   */
  tick(now: number): Promise<Record<string, number>>;
  /** Waits for the current unit, not for the whole purge. */
  stop(): Promise<void>;
}

interface Parts<Db> {
  rows: RetentionRow<Db>[];
  /** Runs a purge in its own unit. */
  inUnit(work: (db: Db) => Promise<number>): Promise<number>;
  now(): number;
  /** Never steps; `now` serves for both by default. */
  steady?(): number;
  /** Reports a failure; the other kinds are still purged. */
  report(error: unknown, name: string): void;
}

const EVERY_HOUR = '17 * * * *';
/** Rows per unit: other writers wait for no more than these. */
const CHUNK = 500;

/** The purges of all features (behaviour 8), in the order of `rows`: referencing rows before the rows they refer to. */
export function createRetention<Db>({ rows, inUnit, now, steady = now, report }: Parts<Db>): Retention {
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

  const trusts = createClockTrust((ms) =>
    report(
      new Error(`the clock has jumped forward by ${Math.round(ms / HOUR_MS)} hours: nothing is deleted for a day`),
      'retention',
    ),
  );
  trusts(now(), steady()); // jumps count from here

  function tick(at: number): Promise<Record<string, number>> {
    running ??= purgeAll(at).finally(() => (running = null));
    return running;
  }

  return {
    start() {
      isStopping = false;
      job ??= scheduleJob(EVERY_HOUR, () => void (trusts(now(), steady()) && tick(now())));
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
