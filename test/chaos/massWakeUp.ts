import { setTimeout as sleep } from 'node:timers/promises';
import { percentiles } from '../../bench/load.ts';
import { openDatabase, type Database } from '../../server/foundation/database/connection.ts';
import { aPerson } from '../support/seeds.ts';
import type { Finding } from './finding.ts';
import { unanswered } from './flows.ts';
import { untilNothingIsOwed } from './owed.ts';
import { setStage, type Stage } from './stage.ts';

export interface MassWakeUp {
  databaseUrl: string;
  /** Waiting executions. */
  count: number;
  /** Their deadlines pass evenly within this time. */
  withinMs: number;
}

/** How often another execution is started meanwhile, one request after another. */
const START_EVERY_MS = 100;
/** What was seen. */
export interface WokenUp extends Finding {
  /** Executions that did not take the deadline's edge exactly once. */
  wrong: number;
  /** Starts without a response meanwhile. */
  refused: number;
  /** Log lines. */
  lines: number;
}

const SOON_MS = 2000;
const LOOK_EVERY_MS = 250;
/** From the first deadline until everything has continued. */
const ALL_WITHIN_MS = 180_000;
export const START_P99_MS = 500;
/** Log lines: a few for the whole server, none per execution. */
const MOST_LINES = 20;

/** Many deadlines pass within a short time, while people start other executions. */
export async function wakeMany({ databaseUrl, count, withinMs }: MassWakeUp): Promise<WokenUp> {
  const stage = await setStage({ databaseUrl, seed: 1, logLevel: 'info', flows: () => [unanswered] });
  const db = await openDatabase(databaseUrl);
  try {
    await stage.server.begin({ flowId: unanswered.definition.id, count, startedBy: aPerson('ada') });
    await untilNothingIsOwed(db.reader, ALL_WITHIN_MS);
    stage.server.faults.splice(0);
    const from = Date.now() + SOON_MS;
    await setDeadlines(db, from, withinMs);
    const starts = startNowAndThen(stage);
    const tookMs = (await untilAllHaveEnded(db, count, from + ALL_WITHIN_MS)) - from;
    const durations = await starts.stop();
    const p99Ms = Math.round(percentiles(durations).p99Ms!);
    const wrong = await findWrong(db, count);
    const [first = '', ...more] = stage.server.faults.join('').split('\n').filter(Boolean);
    const lines = more.length + (first === '' ? 0 : 1);
    return {
      fault: `${count} deadlines within ${withinMs / 1000} s`,
      bound: `all gone on within ${ALL_WITHIN_MS / 1000} s, once each; starts p99 ${START_P99_MS} ms; ${MOST_LINES} log lines`,
      measured: `${Math.round(tookMs / 100) / 10} s, ${wrong} wrong; ${p99Ms} ms of ${durations.length}; ${lines} lines ${first}`,
      isKept: tookMs <= ALL_WITHIN_MS && wrong === 0 && p99Ms <= START_P99_MS && lines <= MOST_LINES,
      wrong,
      refused: durations.filter((each) => each === Infinity).length,
      lines,
    };
  } finally {
    await db.close();
    await stage.close();
  }
}

/** Replaces the original deadlines. */
async function setDeadlines({ writer, kind }: Database, from: number, withinMs: number): Promise<void> {
  const random = kind === 'postgres' ? 'floor(random() * ?)::bigint' : 'abs(random()) % ?';
  await writer.transaction(async (trx) => {
    if (kind === 'postgres') await trx.raw('set local statement_timeout = 0');
    await trx('requests')
      .where({ status: 'waiting' })
      .update({ expires_at: trx.raw(`? + ${random}`, [from, withinMs]) });
  });
}

/** One person who works as usual. */
function startNowAndThen({ clients, chatId }: Stage): { stop(): Promise<number[]> } {
  const durations: number[] = [];
  let isOver = false;
  const work = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      if ((await clients.start(unanswered.definition.id, chatId)) === undefined) durations.push(Infinity);
      else durations.push(performance.now() - startedAt);
      await sleep(START_EVERY_MS);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await work;
      return durations;
    },
  };
}

/** @returns when, or the time it gave up */
async function untilAllHaveEnded({ reader }: Database, count: number, giveUpAt: number): Promise<number> {
  for (;;) {
    const { n } = (await reader('executions').whereNotNull('ended_at').count({ n: '*' }).first())!;
    if (Number(n) >= count || Date.now() > giveUpAt) return Date.now();
    await sleep(LOOK_EVERY_MS);
  }
}

/** How many of them did not take the deadline's edge, with each step once. */
async function findWrong({ reader }: Database, count: number): Promise<number> {
  const visits = unanswered.visits(new Set(['ask']));
  const right = reader('execution_steps')
    .groupBy('execution_id')
    .havingRaw('count(*) = ? and count(distinct visit_key) = ?', [visits.length, visits.length])
    .select('execution_id');
  const { n } = (await reader('executions')
    .where({ status: 'completed' })
    .whereIn('id', right)
    .count({ n: '*' })
    .first())!;
  return count - Number(n);
}
