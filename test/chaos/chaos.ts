import { createChainSeal } from '../../server/foundation/audit/chainSeal.ts';
import { verifyAudit } from '../../server/foundation/audit/verifyAudit.ts';
import { openDatabase, type Database } from '../../server/foundation/database/connection.ts';
import { shuffled } from '../support/random.ts';
import { until } from '../support/until.ts';
import { file } from './acknowledged.ts';
import { tokenHash } from './clients.ts';
import type { Disturbance } from './disturbances.ts';
import { STARTER } from './flows.ts';
import type { Link } from './load.ts';
import { openQuestions, stateOf, untilNothingIsOwed, type OpenQuestion } from './owed.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';
import { setStage, type Stage } from './stage.ts';
import { findViolations } from './whole.ts';

export interface ChaosOptions {
  databaseUrl: string;
  /** The disturbances, one after another. */
  disturbances: readonly Disturbance[];
  seed: number;
  /** How many executions wait when the load starts. */
  waiting?: number;
  /** One line per round. */
  print?(line: string): void;
}

/** How the server survived one disturbance. */
export interface Survived {
  fault: string;
  /** Answers that it acknowledged, and those that got no reply or had to be sent again, during the disturbance. */
  acknowledged: number;
  unknown: number;
  recoveryMs: number;
}

export interface ChaosSummary {
  survived: Survived[];
  executions: number;
  acknowledged: number;
  refused: number;
  /** Attempts without a reply. */
  unknown: number;
  /** `http` nodes that were running when a server died, and ran again. */
  callsRepeated: number;
  /** From the end of a disturbance until all owed work had been done. */
  longestRecoveryMs: number;
  seconds: number;
  /** Violations, one sentence each; must be empty. */
  violations: string[];
}

/** Deadline for a wait after a server listens again, on a busy machine. */
export const RECOVERY_MS = 20_000;
const WAITING = 200;
const CLIENTS = 24;
/** Waits that are answered after each restart to check that they are alive; at the end all are. */
const SAMPLE = 12;
const AT_ONCE = 16;
const MOST_PASSES = 10;
const SHOWN = 20;

/** Disturbs a server repeatedly while people answer, and compares what they were told with the database. */
export async function runChaos(options: ChaosOptions): Promise<ChaosSummary> {
  const startedAt = Date.now();
  const stage = await setStage(options);
  const rounds = createRounds(stage, options);
  try {
    for (const disturbance of options.disturbances) if (rounds.violations.length === 0) await rounds.play(disturbance);
    if (rounds.violations.length === 0) await rounds.finish();
    return { ...rounds.summary(), seconds: Math.round((Date.now() - startedAt) / 100) / 10 };
  } finally {
    await stage.close();
  }
}

function createRounds(stage: Stage, { databaseUrl, waiting = WAITING, print = () => {} }: ChaosOptions) {
  const { acknowledged, config, counter, clients, flows, links, load, random, sandbox } = stage;
  const violations: string[] = [];
  const survived: Survived[] = [];
  /** The last two checks: whether an attempt without a reply was stored is known only one check later. */
  let checkedAt: [number, number] = [0, 0];
  let checked = { executions: 0, answers: 0, refused: 0 };
  let unknown = 0;

  /**
   * The database is opened here only while a server runs undisturbed, because the next server must find what a kill
   * left.
   */
  async function look<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const db = await openDatabase(databaseUrl);
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  }

  async function play(disturbance: Disturbance): Promise<void> {
    const { name: fault } = disturbance;
    await look(({ reader }) => fill(reader));
    const before = { acknowledged: acknowledged.answers.length, unknown: acknowledged.unknown.length };
    await disturbUnderLoad(disturbance);
    const told = {
      acknowledged: acknowledged.answers.length - before.acknowledged,
      unknown: acknowledged.unknown.length - before.unknown,
    };
    await look(async (db) => {
      const recoveryMs = await recover(db);
      reportFaults(stage.server.faults, disturbance.mayReport);
      if (disturbance.movesClock) checkedAt = [0, 0]; // rows with that clock cannot be found by their time
      await check(db, checkedAt[0]);
      const repeated = await repeat();
      const finished = await answerToTheEnd(db, SAMPLE);
      survived.push({ fault, ...told, recoveryMs });
      print(
        `${fault}: ${told.acknowledged} answers acknowledged, ${told.unknown} without a reply, gone on after ${recoveryMs} ms, ` +
          `${repeated} attempts sent again, ${finished} executions answered to their end`,
      );
    });
  }

  /** Until enough executions wait. */
  async function fill(db: Database['reader']): Promise<void> {
    for (;;) {
      const open = new Set((await openQuestions(db)).map(({ executionId }) => executionId));
      if (open.size >= waiting) return;
      await inParallel(
        Array.from({ length: waiting - open.size }, (_, n) => n),
        () => load.start(),
      );
      await untilNothingIsOwed(db, RECOVERY_MS);
    }
  }

  async function disturbUnderLoad({ mayReport, disturb }: Disturbance): Promise<void> {
    const { server } = stage;
    const stop = load.run(CLIENTS);
    // a call whose checkpoint could not be stored is repeated by a live server
    const lives = mayReport && setInterval(() => counter.nextLife(), 50);
    const mend = await disturb(stage);
    await stop();
    await mend();
    clearInterval(lives);
    reportFaults(server.faults, mayReport);
  }

  /** @param mayReport what a recent disturbance allows a server to report */
  function reportFaults(faults: string[], mayReport?: RegExp): void {
    const strange = faults.splice(0).filter((line) => !mayReport?.test(line));
    violations.push(...strange.map((line) => `the server reported ${line.slice(0, 2000)}`));
  }

  async function reportOwed(db: Database['reader'], owed: string[], what: string): Promise<void> {
    for (const id of owed) violations.push(`${id} ${what}: ${await stateOf(db, id, Date.now())}`);
  }

  async function recover({ reader }: Database): Promise<number> {
    const { tookMs, owed } = await untilNothingIsOwed(reader, RECOVERY_MS);
    await reportOwed(reader, owed, `has not gone on after ${tookMs} ms`);
    return tookMs;
  }

  /** @param since compares only later changes; 0: everything */
  async function check({ reader }: Database, since: number): Promise<void> {
    const at = Date.now();
    const { executions, answers, refused, strange } = acknowledged;
    const from = since === 0 ? { executions: 0, answers: 0, refused: 0 } : checked;
    const told = {
      executions: executions.slice(from.executions),
      answers: answers.slice(from.answers),
      refused: refused.slice(from.refused),
      strange,
    };
    checked = { executions: executions.length, answers: answers.length, refused: refused.length };
    const snapshot = await readSnapshot(reader, since);
    violations.push(...findViolations(snapshot, told, flows, counter.calls));
    reportFaults(stage.server.faults);
    const audit = await verifyAudit(reader, { seal: createChainSeal(Buffer.from(config.key!, 'hex')) });
    if (!audit.ok) violations.push(`the audit is broken: ${JSON.stringify(audit.firstBad)}`);
    links.splice(0, links.length, ...usableLinks(snapshot));
    checkedAt = [checkedAt[1], at];
  }

  /** Mail links that can still be used. */
  function usableLinks({ tokens, requests }: Snapshot): Link[] {
    const open = new Set(requests.filter(({ status }) => status === 'waiting').map(({ id }) => id));
    const usable = new Map(tokens.filter((row) => row.used_at === null).map((row) => [row.hash, row.request_id]));
    return sandbox.mail.mails().flatMap(({ text, to }) => {
      const token = /token=([0-9a-f]{64})/.exec(text)?.[1];
      const requestId = token && usable.get(tokenHash(token));
      return requestId && open.has(requestId) ? [{ token, requestId, person: to[0]!.address }] : [];
    });
  }

  /** Senders without a reply send again, as do some with one. */
  async function repeat(): Promise<number> {
    const unanswered = acknowledged.unknown.splice(0);
    unknown += unanswered.length;
    await inParallel(unanswered, async (attempt) => file(acknowledged, attempt, await attempt.again()));
    if (acknowledged.unknown.length > 0) violations.push('a server that lives did not reply');
    const sure = shuffled(acknowledged.answers, random).slice(0, SAMPLE);
    await inParallel(sure, async (attempt) => {
      const outcome = await attempt.again();
      if (outcome.kind !== 'acknowledged')
        violations.push(
          `${attempt.requestId} of ${attempt.person} was acknowledged, and sent again is ${JSON.stringify(outcome)}`,
        );
    });
    return unanswered.length + sure.length;
  }

  /** Answers the questions of these executions until they have ended. */
  async function answerToTheEnd({ reader }: Database, count: number): Promise<number> {
    const all = new Set((await openQuestions(reader)).map(({ executionId }) => executionId));
    const chosen = new Set(shuffled([...all], random).slice(0, count));
    for (let pass = 1; pass <= MOST_PASSES; pass++) {
      const questions = (await openQuestions(reader)).filter(({ executionId }) => chosen.has(executionId));
      if (questions.length === 0) break;
      await inParallel(whoAnswers(questions), (each) => load.answer(each.person, each.requestId, each.inputType));
      const { owed, tookMs } = await untilNothingIsOwed(reader, RECOVERY_MS);
      await reportOwed(reader, owed, `was answered and has not gone on after ${tookMs} ms`);
    }
    await until(async () => (await unfinished(reader)).every((id) => !chosen.has(id)), RECOVERY_MS).catch(() => {});
    await inParallel([...chosen].slice(0, SAMPLE), async (id) => {
      const view = await clients.call(STARTER, 'GET', `/executions/${id}`);
      const { status } = view!.body as { status: string };
      if (status !== 'completed')
        violations.push(`${id} was answered to its end and is ${status}: ${await stateOf(reader, id, Date.now())}`);
    });
    return chosen.size;
  }

  /** One of those who may answer alone, all of those who must answer together. */
  function whoAnswers(questions: OpenQuestion[]): OpenQuestion[] {
    const alone = new Set<string>();
    return shuffled(questions, random).filter(({ strategy, requestId }) => {
      if (strategy === 'all') return true;
      const isFirst = !alone.has(requestId);
      alone.add(requestId);
      return isFirst;
    });
  }

  return {
    play,
    violations,

    /** Nothing waits forever: everything is answered, and everything that was ever reported is compared. */
    finish: () =>
      look(async (db) => {
        await answerToTheEnd(db, Infinity);
        await reportOwed(db.reader, await unfinished(db.reader), 'never ended');
        await check(db, 0);
      }),

    summary: () => ({
      survived,
      executions: acknowledged.executions.length,
      acknowledged: acknowledged.answers.length,
      refused: acknowledged.refused.length,
      unknown,
      callsRepeated: [...counter.calls.values()].filter(({ length }) => length > 1).length,
      longestRecoveryMs: Math.max(0, ...survived.map(({ recoveryMs }) => recoveryMs)),
      violations: violations.slice(0, SHOWN),
    }),
  };
}

const unfinished = (db: Database['reader']): Promise<string[]> =>
  db('executions').whereIn('status', ['running', 'waiting']).pluck('id');

async function inParallel<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  });
  await Promise.all(workers);
}
