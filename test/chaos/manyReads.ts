import http, { type IncomingHttpHeaders } from 'node:http';
import { aPerson } from '../support/seeds.ts';
import type { Finding } from './finding.ts';
import { PEOPLE, unanswered } from './flows.ts';
import { setStage, type Stage } from './stage.ts';

const QUESTIONS = 200;
const READ_WITHIN_MS = 10_000;
const WRITE_WITHIN_MS = 5000;
const ROUNDS = 3;
const KEPT = new http.Agent({ keepAlive: true });

interface Reads {
  answered: number;
  toldToComeAgain: number;
  /** Missing or wrong responses. */
  strange: number;
  slowestMs: number;
}

/** Everybody reads at once, round after round, while one person answers. */
export async function readAtOnce(databaseUrl: string, count: number): Promise<Finding> {
  const stage = await setStage({ databaseUrl, seed: 1, flows: () => [unanswered] });
  try {
    await stage.server.begin({ flowId: unanswered.definition.id, count: QUESTIONS, startedBy: aPerson('ada') });
    const reads: Reads = { answered: 0, toldToComeAgain: 0, strange: 0, slowestMs: 0 };
    let isOver = false;
    const writes = answerUntil(stage, () => isOver);
    for (let round = 0; round < ROUNDS; round++)
      await Promise.all(Array.from({ length: count }, (_, n) => read(stage, PEOPLE[n % PEOPLE.length]!, reads)));
    isOver = true;
    const { refused, slowestMs, written } = await writes;
    return {
      fault: `${count} reads at once, ${ROUNDS} times`,
      bound: `each answered or told when to come again within ${READ_WITHIN_MS / 1000} s; every answer recorded within ${WRITE_WITHIN_MS / 1000} s`,
      measured: `${reads.answered} read, ${reads.toldToComeAgain} told to come again, ${reads.strange} neither, slowest ${reads.slowestMs} ms; ${refused} of ${written} answers refused, slowest ${slowestMs} ms`,
      isKept:
        reads.strange === 0 &&
        reads.slowestMs <= READ_WITHIN_MS &&
        refused === 0 &&
        written > 0 &&
        slowestMs <= WRITE_WITHIN_MS,
    };
  } finally {
    await stage.close();
  }
}

async function read({ server, tokenOf }: Stage, person: string, reads: Reads): Promise<void> {
  const startedAt = performance.now();
  const { status, headers } = await get(`${server.url}/api/user/notifications`, tokenOf(person));
  if (status === 200) reads.answered++;
  else if (status === 503 && headers['retry-after'] !== undefined) reads.toldToComeAgain++;
  else reads.strange++;
  reads.slowestMs = Math.max(reads.slowestMs, Math.round(performance.now() - startedAt));
}

/** On its own or a free connection; `fetch` would queue so many calls behind each other. */
const get = (url: string, bearer: string) =>
  new Promise<{ status?: number; headers: IncomingHttpHeaders }>((resolve) => {
    const failed = () => resolve({ headers: {} });
    http
      .get(url, { agent: KEPT, headers: { authorization: `Bearer ${bearer}` } }, (response) => {
        response
          .on('error', failed)
          .on('end', () => resolve({ status: response.statusCode, headers: response.headers }));
        response.resume();
      })
      .on('error', failed);
  });

/** One answer after another, by a person who opened their inbox before. */
async function answerUntil({ clients }: Stage, isOver: () => boolean) {
  const [person] = PEOPLE as [string];
  const open = await clients.openQuestions(person);
  const seen = { refused: 0, slowestMs: 0, written: 0 };
  for (const question of open) {
    const startedAt = performance.now();
    const outcome = await clients.respond(person, question, 'approved', question.id);
    seen.written++;
    if (outcome.kind !== 'acknowledged') seen.refused++;
    seen.slowestMs = Math.max(seen.slowestMs, Math.round(performance.now() - startedAt));
    if (isOver()) break;
  }
  return seen;
}
