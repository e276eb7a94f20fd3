import { createBatcher, type Batcher } from '../../server/foundation/database/batcher.ts';

import { createUnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import { CHANNELS, personOf, PROMPT, VARIABLES } from '../company.ts';
import { underLoad, WARM_UP } from '../load.ts';
import type { Conditions, Figures } from '../variant.ts';
import {
  answerBatch,
  checkpointBatch,
  raiseBatch,
  type Checkpoint,
  type Raise,
  type Submission,
} from './batchedStore.ts';
import { createBatchedTables } from './batchedTables.ts';
import { openPlain } from './plainConnection.ts';
import { insertRows } from './plainRows.ts';

const BODY = JSON.stringify({ prompt: PROMPT, variables: VARIABLES });
const PEOPLE = [1, 2, 3].map((n) => personOf(n).id);
const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_PER_SECOND = 12_000;
const AT_ONCE = 5000;

/** The yardstick: raise, answer and checkpoint of existing executions, in batches, without an engine. */
export async function measureBatchedCycle(inFlight: number, { databaseUrl, seconds }: Conditions): Promise<Figures> {
  const writer = await openPlain(databaseUrl);
  const units = createUnitOfWork(writer);
  await writer.transaction(createBatchedTables);
  const executions = Math.ceil(seconds * 1.5 * MOST_PER_SECOND);
  await insertExecutions();

  const inBatches = <Item>(perform: (db: typeof writer, items: Item[]) => Promise<boolean[]>): Batcher<Item, boolean> =>
    createBatcher({ perform: (items) => units.run(({ trx }) => perform(trx, items)) });
  const raises = inBatches<Raise>((db, items) => raiseBatch(db, items, Date.now()));
  const answers = inBatches<Submission>((db, items) => answerBatch(db, items, Date.now()));
  const checkpoints = inBatches<Checkpoint>(checkpointBatch);

  let next = 0;
  const figures = await underLoad({ inFlight, seconds, warmUpInFlight: WARM_UP }, async (count) => {
    if (next === executions) return false;
    const id = `x${next++}`;
    const startedAt = performance.now();
    const state = { executionId: id, context: BODY };
    const isStored = [
      await raises.add({
        checkpoint: { ...state, version: 1, status: 'waiting' },
        requestId: id,
        people: PEOPLE,
        channels: CHANNELS,
        expiresAt: Date.now() + DAY_MS,
        body: BODY,
      }),
      await answers.add({ id: `s${id}`, requestId: id, person: PEOPLE[0]!, payload: '{"value":"approved"}' }),
      await checkpoints.add({ ...state, version: 2, status: 'completed' }),
    ];
    if (isStored.includes(false)) throw new Error(`the cycle of ${id} was refused`);
    count(startedAt);
  });
  await writer.destroy();
  return figures;

  async function insertExecutions(): Promise<void> {
    const rows = Array.from({ length: executions }, (_, n) => ({
      id: `x${n}`,
      status: 'running',
      context: BODY,
      version: 1,
    }));
    const columns = { id: 'text', status: 'text', context: 'text', version: 'integer' } as const;
    for (let from = 0; from < rows.length; from += AT_ONCE)
      await units.run(({ trx }) => insertRows(trx, 'execution', columns, rows.slice(from, from + AT_ONCE)));
    await writer.raw('analyze');
  }
}
