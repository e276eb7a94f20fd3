import fc from 'fast-check';
import { forEachDatabase } from '../support/databases.ts';
import { emptyTables, useStore } from '../support/openStore.ts';
import { expectLogs, settle } from './talkChecks.ts';
import { perform, STEP, type Step } from './talkSteps.ts';
import { World } from './talkWorld.ts';

/** `TALKS=500` searches for longer. */
const RUNS = Number(process.env['TALKS'] ?? 5);

forEachDatabase((database, openUrl) =>
  describe(`any conversation with an assistant, on ${database}`, function () {
    this.timeout(60_000 + RUNS * 30_000);
    const store = useStore(openUrl);

    async function run(steps: Step[]): Promise<void> {
      await emptyTables(store.db);
      const world = await World.begin(store);
      for (const step of steps) await perform(world, step);
      await settle(world);
      await expectLogs(world);
    }

    it('keeps every message once and in order, and leaves none without an answer or a reason', async () => {
      const steps = fc.array(STEP, { minLength: 5, maxLength: 40 });
      await fc.assert(fc.asyncProperty(steps, run), { numRuns: RUNS });
    });
  }),
);
