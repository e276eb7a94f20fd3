import { percentiles } from '../../bench/load.ts';
import { openDatabase, type Database } from '../../server/foundation/database/connection.ts';
import { aPerson } from '../support/seeds.ts';
import { RECOVERY_MS } from './chaos.ts';
import type { Finding } from './finding.ts';
import { PEOPLE, unanswered } from './flows.ts';
import { START_P99_MS } from './massWakeUp.ts';
import { untilNothingIsOwed } from './owed.ts';
import { setStage, type Stage } from './stage.ts';

const BACK_WITHIN_MS = 10_000;
const STARTS = 200;

/** A server is killed while very many executions wait, and restarts; people answer and start flows at once. */
export async function killWithMany(databaseUrl: string, count: number): Promise<Finding> {
  const stage = await setStage({ databaseUrl, seed: 1, flows: () => [unanswered] });
  const db = await openDatabase(databaseUrl);
  try {
    await stage.server.begin({ flowId: unanswered.definition.id, count, startedBy: aPerson('ada') });
    await untilNothingIsOwed(db.reader, RECOVERY_MS);
    await stage.server.kill();
    const killedAt = performance.now();
    await stage.restart();
    const backMs = Math.round(performance.now() - killedAt);
    const answered = await answerSome(stage);
    const p99Ms = Math.round(percentiles(await startSome(stage)).p99Ms!);
    const { tookMs, owed } = await untilNothingIsOwed(db.reader, RECOVERY_MS);
    const ended = await countEnded(db);
    return {
      fault: `killed while ${count} executions wait`,
      bound: `back within ${BACK_WITHIN_MS / 1000} s, answers gone on within ${RECOVERY_MS / 1000} s, starts p99 ${START_P99_MS} ms`,
      measured: `${backMs} ms, ${ended} of ${answered} gone on after ${tookMs} ms, ${p99Ms} ms`,
      isKept:
        backMs <= BACK_WITHIN_MS && owed.length === 0 && ended === answered && answered > 0 && p99Ms <= START_P99_MS,
    };
  } finally {
    await db.close();
    await stage.close();
  }
}

/** Everybody answers the first page of their inbox; the first answer to a question counts. */
async function answerSome({ clients }: Stage): Promise<number> {
  const answered = new Set<string>();
  for (const person of PEOPLE)
    for (const question of await clients.openQuestions(person)) {
      if (answered.has(question.id)) continue;
      const outcome = await clients.respond(person, question, 'approved', `${question.id}-${person}`.slice(0, 64));
      if (outcome.kind === 'acknowledged') answered.add(question.id);
    }
  return answered.size;
}

async function startSome({ clients, chatId }: Stage): Promise<number[]> {
  const durations: number[] = [];
  for (let n = 0; n < STARTS; n++) {
    const startedAt = performance.now();
    const id = await clients.start(unanswered.definition.id, chatId);
    durations.push(id === undefined ? Infinity : performance.now() - startedAt);
  }
  return durations;
}

async function countEnded({ reader }: Database): Promise<number> {
  const { n } = (await reader('executions').where({ status: 'completed' }).count({ n: '*' }).first())!;
  return Number(n);
}
