import { expect } from 'chai';
import fc from 'fast-check';
import { createExpressions } from '../../server/flow/expressions.ts';
import { CommitFailedError } from '../../server/foundation/database/unitOfWork.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { perform } from './questionActions.ts';
import { expectCopies, expectEnds, lookAtInboxes, recountInboxes } from './questionChecks.ts';
import { COMMAND, QUESTION, type AQuestion, type Command } from './questionCommands.ts';
import { LEASE_MS } from './questionServers.ts';
import { World } from './questionWorld.ts';

const RUNS = { SQLite: 3, PostgreSQL: 2 };
const HOUR_MS = 3_600_000;

describe('any questions, whatever comes between', function () {
  this.timeout(120_000);
  const expressions = createExpressions();
  after(() => expressions.close());

  forEachDatabase((name, openUrl) => {
    const store = useStore(openUrl);

    async function run(first: AQuestion, rest: Command[]): Promise<void> {
      const world = await World.begin(store, expressions);
      const seen = new Map<string, string>();
      for (const [n, command] of [{ do: 'ask' as const, ...first }, ...rest].entries()) {
        await perform(world, command);
        if (command.do === 'back') seen.clear();
        await lookAtInboxes(world, n % 2, seen);
      }
      world.calm();
      await recountInboxes(world, 0);
      await world.pass(LEASE_MS, 4);
      await recountInboxes(world, 1);
      await world.pass(HOUR_MS / 2, 3);
      await world.pass(12 * HOUR_MS, 7);
      await world.pass(LEASE_MS, 2);
      await recountInboxes(world, 0);
      await expectEnds(world);
      await expectCopies(world);
      expect(world.shared.reported.filter((error) => !(error instanceof CommitFailedError))).to.deep.equal([]);
      await world.close();
    }

    it('end once, as every inbox and every copy shows, and lose no answer', async () => {
      const commands = fc.array(COMMAND, { minLength: 6, maxLength: 30 });
      await fc.assert(fc.asyncProperty(QUESTION, commands, run), { numRuns: RUNS[name] });
    });
  });
});
