import { expect } from 'chai';
import { writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Strategy } from '../../contract/requests.ts';
import { createBatcher, type Batcher } from '../../server/foundation/database/batcher.ts';
import { openDatabase, type Database } from '../../server/foundation/database/connection.ts';
import type { Db } from '../../server/foundation/database/statements.ts';
import { createUnitOfWork, type UnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import { checkpointExecutions, insertExecutions } from '../../server/flow/executionStore.ts';
import { insertOrders } from '../../server/messages/deliveries/deliveryStore.ts';
import { insertNotifications } from '../../server/messages/notifications/notificationStore.ts';
import { answerBatch } from '../../server/requests/answerBatch.ts';
import type { Submission, Verdict } from '../../server/requests/requestRules.ts';
import { notificationOf } from '../../server/requests/inboxOrder.ts';
import { insertRequests, type NewRequest } from '../../server/requests/requestStore.ts';
import { NOW, aCheckpoint, aPerson, aRequest, aSubmission, anExecution, requestIdOf } from '../support/seeds.ts';

/** The hot paths as the server runs them: an execution asks in its checkpoint, and answers come in batches. */
export const PEOPLE = ['ada', 'grace', 'linus', 'radia'];
const CHANNELS = ['email', 'web'];

export interface Raise {
  executionId: string;
  strategy: Strategy;
}

export interface Hot {
  raises: Batcher<Raise, boolean>;
  answers: Batcher<Submission, Verdict>;
  /** The number of answers in each batch. */
  batchSizes: number[];
}

export function openHot(units: UnitOfWork): Hot {
  const batchSizes: number[] = [];
  return {
    batchSizes,
    raises: createBatcher({ perform: (raises) => units.run(({ trx }) => raiseBatch(trx, raises)) }),
    answers: createBatcher({
      async perform(submissions) {
        batchSizes.push(submissions.length);
        return (await units.run(({ trx }) => answerBatch(trx, submissions, NOW))).verdicts;
      },
    }),
  };
}

const toRequest = ({ executionId, strategy }: Raise): NewRequest =>
  aRequest(executionId, { strategy, assigneeCount: PEOPLE.length });

/** Puts executions to sleep together with their questions; true for each success. */
async function raiseBatch(db: Db, raises: Raise[]): Promise<boolean[]> {
  const results = await checkpointExecutions(
    db,
    raises.map(({ executionId }) => aCheckpoint(executionId)),
  );
  const requests = raises.filter((_, n) => results[n]!.stored).map(toRequest);
  await insertRequests(db, requests);
  await insertNotifications(
    db,
    requests.flatMap((request) => PEOPLE.map((name) => notificationOf(request, aPerson(name)))),
  );
  await insertOrders(
    db,
    requests.flatMap(({ id }) => CHANNELS.map((channel) => ({ kind: 'request', subjectId: id, channel, dueAt: NOW }))),
  );
  return results.map(({ stored }) => stored);
}

export async function prepareRequests(units: UnitOfWork, hot: Hot, raises: Raise[]): Promise<void> {
  await units.run(({ trx }) =>
    insertExecutions(
      trx,
      raises.map(({ executionId }) => anExecution(executionId)),
    ),
  );
  const raised = await Promise.all(raises.map((raise) => hot.raises.add(raise)));
  expect(raised.every(Boolean)).to.equal(true);
}

const keyOf = (row: { request_id?: string; subject_id?: string; subject?: string; person?: string; actor?: string }) =>
  `${row.request_id ?? row.subject_id ?? row.subject}/${row.person ?? row.actor}`;

/**
 * All tables must agree.
 * @param acknowledged what callers were told is stored, as `request/person`
 * @returns the number of stored responses
 */
export async function expectWhole({ reader }: Database, acknowledged: Iterable<string>): Promise<number> {
  const [requests, responses, notifications, executions, tokens, audit, templates, orders] = await Promise.all(
    [
      'requests',
      'responses',
      'notifications',
      'executions',
      'tokens',
      'audit',
      'prompt_templates',
      'delivery_orders',
    ].map((table) => reader(table)),
  );
  const stored = new Set<string>(responses!.map(keyOf));
  const lost = [...acknowledged].filter((key) => !stored.has(key));
  expect(lost, 'acknowledged and lost').to.deep.equal([]);
  const answered = notifications!.filter((row) => row.answered_at !== null);
  expect(new Set(answered.map(keyOf)), 'inboxes').to.deep.equal(stored);
  const entries = audit!.filter(({ action }) => action === 'request.answered').map(keyOf);
  expect(entries.sort(), 'audit').to.deep.equal([...stored].sort());
  expect(templates!.map((row) => row.request_id).sort()).to.deep.equal(requests!.map(({ id }) => id).sort());
  expect(orders).to.have.length(requests!.length * CHANNELS.length);
  expect(notifications).to.have.length(requests!.length * PEOPLE.length);
  for (const token of tokens!)
    if (token.used_at !== null) expect(stored, 'consumed for nothing').to.include(keyOf(token));
  const states = new Map(executions!.map((row) => [row.id, row]));
  for (const request of requests!) {
    const count = responses!.filter((row) => row.request_id === request.id).length;
    const needed = request.strategy === 'any' ? 1 : PEOPLE.length;
    const status = count === needed ? 'completed' : 'waiting';
    expect(request, request.id).to.include({ answered_count: count, status });
    expect(count).to.be.at.most(needed);
    expect(request.version, 'one for each batch').to.be.within(1 + Math.min(count, 1), 1 + count);
    const wakes = status === 'completed' ? 1 : 0;
    expect(states.get(request.execution_id), request.id).to.include({ status: 'waiting', wake_seq: wakes });
    states.delete(request.execution_id);
  }
  for (const row of states.values()) expect(row, 'moved with its request only').to.include({ status: 'running' });
  return stored.size;
}

const report = (word: string, what: string) => void writeSync(1, `${word} ${what}\n`);

/** 32 clients that raise and answer until their process is killed, and print the replies. */
async function writeUntilKilled(url: string, round: string): Promise<void> {
  const db = await openDatabase(url);
  const units = createUnitOfWork(db.writer);
  const hot = openHot(units);
  let count = 0;
  const client = async () => {
    for (;;) {
      const executionId = `${round}x${count++}`;
      await units.run(({ trx }) => insertExecutions(trx, [anExecution(executionId)]));
      await hot.raises.add({ executionId, strategy: count % 2 ? 'all' : 'any' });
      report('raised', requestIdOf(executionId));
      await Promise.all(
        PEOPLE.map(async (person) => {
          const submission = aSubmission(requestIdOf(executionId), person);
          const verdict = await hot.answers.add(submission);
          if (verdict.accepted) report('answered', submission.id);
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: 32 }, client));
}

/** Answers all questions, in its own order, once told to start. */
async function answerAll(url: string, name: string, seed: number): Promise<void> {
  const { randomNumbers, shuffled } = await import('../support/random.ts');
  const db = await openDatabase(url);
  const hot = openHot(createUnitOfWork(db.writer, { limits: { unitMs: 20_000 } }));
  const ids: string[] = await db.reader('requests').pluck('id');
  const random = randomNumbers(seed);
  const submissions = ids.flatMap((id) =>
    PEOPLE.map((person) => aSubmission(id, person, { id: `${name} ${id}/${person}` })),
  );
  report('ready', name);
  await new Promise((resolve) => process.stdin.once('data', resolve));
  for (let left = shuffled(submissions, random); left.length > 0; left = left.slice(100))
    await Promise.all(
      left.slice(0, 100).map(async (submission) => {
        const verdict = await hot.answers.add(submission);
        if (verdict.accepted) report('answered', `${submission.requestId}/${submission.person}`);
      }),
    );
  await db.close();
  process.stdin.destroy();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command, url, name] = process.argv.slice(2);
  if (command === 'write') await writeUntilKilled(url!, name!);
  else await answerAll(url!, name!, Number(name));
}
