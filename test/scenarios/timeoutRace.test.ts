import { expect } from 'chai';
import type { FlowDefinition } from '../../contract/flows.ts';
import { SOURCES } from '../../contract/payload.ts';
import type { Person } from '../../contract/people.ts';
import { ProblemError } from '../../contract/problem.ts';
import { toReceipt } from '../../server/requests/receipts.ts';
import { forEachDatabase } from '../support/databases.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { randomNumbers } from '../support/random.ts';

const TIMEOUT_MS = 60_000;
/** Deadlines are polled twice a second, so each wave has its own poll. */
const WAVE_MS = 500;
const WAVES = 50;
const PER_WAVE = 10;
/** About how often one wave's answers read the clock; the deadline comes at one of these reads. */
const READS_PER_WAVE = 140;

const ASK: FlowDefinition = {
  id: 'ask',
  name: 'Ask',
  nodes: [
    { id: 'start', type: 'start', config: {} },
    {
      id: 'review',
      type: 'human',
      config: {
        inputType: 'approval',
        prompt: 'In time?',
        assignees: { users: ['grace@sandbox.test'] },
        timeout: TIMEOUT_MS,
        channels: [],
      },
    },
    { id: 'answered', type: 'set', config: { values: { verdict: 'review.value' } } },
    { id: 'late', type: 'set', config: { values: { verdict: '"nobody"' } } },
    { id: 'end', type: 'end', config: {} },
  ],
  edges: [
    { from: 'start', to: 'review' },
    { from: 'review', to: 'answered' },
    { from: 'review', to: 'late', on: 'timeout' },
    { from: 'answered', to: 'end' },
    { from: 'late', to: 'end' },
  ],
};

/** A clock that the test moves, and that jumps after a number of reads. */
interface Clock {
  now: number;
  read(): number;
  /** Resolves when the clock has been set to `at`, at the read with number `reads` from now. */
  jump(at: number, reads: number): Promise<void>;
}

function createClock(now: number): Clock {
  let readsLeft = Infinity;
  let leap = () => {};
  const clock: Clock = {
    now,
    read() {
      if (--readsLeft === 0) leap();
      return clock.now;
    },
    jump(at, reads) {
      readsLeft = reads;
      return new Promise((resolve) => {
        leap = () => {
          clock.now = at;
          resolve();
        };
      });
    },
  };
  return clock;
}

interface Stage extends TestProduct {
  clock: Clock;
}

async function startStage(databaseUrl: string): Promise<Stage> {
  const clock = createClock(Date.now());
  const config = { key: '0'.repeat(64) };
  const product = await startProduct({ databaseUrl, now: () => clock.read(), withLoops: false, config });
  return Object.assign(product, { clock });
}

/** Requests whose deadlines are one wave apart; returns their execution ids, wave by wave. */
async function raiseWaves({ product, clock }: Stage, starter: Person): Promise<string[][]> {
  const { flows, engine } = product.services.work;
  await flows.create(ASK, starter);
  const waves: string[][] = [];
  for (let wave = 0; wave < WAVES; wave++, clock.now += WAVE_MS) {
    const order = { ...(await flows.prepareStart('ask', 1, {}, starter)), startedBy: starter, chatId: null };
    waves.push(await Promise.all(Array.from({ length: PER_WAVE }, () => engine.start(order))));
    await engine.settled();
  }
  return waves;
}

describe('an answer at the very moment of its deadline', function () {
  this.timeout(120_000);
  this.slow(30_000);

  forEachDatabase((_name, openUrl) => {
    let stage: Stage;
    afterEach(() => stage?.close());

    it('resumes the flow exactly if its sender was told that it was accepted, 500 times', async () => {
      stage = await startStage(await openUrl());
      const { clock, product } = stage;
      const { services } = product;
      const random = randomNumbers(500);
      const begunAt = clock.now;
      const grace = (await services.people.directory.personByAddress('grace@sandbox.test'))!;
      const waves = await raiseWaves(stage, grace);
      const told = new Map<string, string>();

      const answer = async (executionId: string) => {
        const outcome = await services.work.conversation
          .answer({
            requestId: `${executionId}-review`,
            responder: grace,
            source: SOURCES.web,
            read: () => ({ values: { value: 'approved' } }),
          })
          .then(toReceipt)
          .then(
            () => 'answered',
            (error: unknown) => (error instanceof ProblemError ? error.code : String(error)),
          );
        told.set(executionId, outcome);
      };

      for (const [n, executions] of waves.entries()) {
        const deadline = begunAt + n * WAVE_MS + TIMEOUT_MS;
        clock.now = deadline - 1;
        const passed = clock.jump(deadline, 1 + Math.floor(random() * READS_PER_WAVE));
        const answers = executions.map(answer);
        await Promise.race([passed, Promise.all(answers)]);
        clock.now = deadline;
        await Promise.all([services.background.loops.tick(deadline), ...answers]);
      }
      clock.now += TIMEOUT_MS;
      await services.background.loops.tick(clock.now); // what was not resumed at once
      await services.work.engine.settled();

      const ends = await services.ground
        .reader('execution_steps')
        .whereIn('visit_key', ['answered', 'late'])
        .select('execution_id', 'visit_key');
      const flowSays = ends.map((row) => [row.execution_id, row.visit_key === 'late' ? 'request_closed' : 'answered']);
      expect(flowSays).to.have.lengthOf(WAVES * PER_WAVE);
      expect(Object.fromEntries(flowSays)).to.deep.equal(Object.fromEntries(told));
      const count = (outcome: string) => [...told.values()].filter((each) => each === outcome).length;
      console.log(`      ${count('answered')} in time, ${count('request_closed')} too late`);
      expect(count('answered'), 'it was a race').to.be.within(20, 480);
    });
  });
});
