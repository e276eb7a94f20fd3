import fc from 'fast-check';
import { publish } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { Life } from './life.ts';
import { runLife } from './lifeRun.ts';
import { useLifeStage } from './lifeStage.ts';
import { LIFE } from './lifeSteps.ts';
import { quiz } from './support.ts';

/** `LIVES=500` searches for longer. */
const RUNS = Number(process.env['LIVES'] ?? 2);

forEachDatabase((database, openUrl) =>
  describe(`assignments in random lives, on ${database}`, function () {
    this.timeout(60_000 + RUNS * 30_000);
    const stage = useLifeStage(database, openUrl);
    before(async () => {
      const ada = await stage.ada();
      await publish({ call: (...rest) => ada.call(0, ...rest) }, quiz('quiz'));
    });

    it('end once, tell everybody once, and are counted as they are', async () => {
      const property = fc.asyncProperty(LIFE, async (steps) => {
        const life = await Life.begin(stage);
        try {
          await runLife(life, steps);
        } catch (error) {
          throw new Error(life.trace.join('\n'), { cause: error });
        } finally {
          await stage.replaceDead();
          await life.leave();
        }
      });
      await fc.assert(property, { numRuns: RUNS });
    });
  }),
);
