import fc from 'fast-check';
import { createExpressions } from '../../server/flow/expressions.ts';
import { forEachDatabase } from '../support/databases.ts';
import { ACTIONS, type Action } from './actions.ts';
import { skipRefused } from './drawnFlows.ts';
import { useEngines } from './engineStage.ts';
import { QuestionBoard } from './questionBoard.ts';
import { RICH_DRAWING, RICH_ROW, richDrawing, richFlow, type RichFlow } from './richFlows.ts';
import { World } from './world.ts';
import { checkEnded, tell } from './worldChecks.ts';

const RUNS = 25;

describe('any flow, whatever happens meanwhile', function () {
  this.timeout(120_000);
  const service = createExpressions();
  const expressions = service.of({ author: 'author', execution: 'trial' });
  after(() => service.close());

  forEachDatabase((_, openUrl) => {
    const board = new QuestionBoard();
    const stage = useEngines(openUrl, board.types);
    before(() => board.open(stage.store.db.writer));
    let count = 0;

    async function live(flow: RichFlow, actions: Action[], isRow: boolean): Promise<void> {
      const parts = { stage, board, expressions, isRow, ...flow };
      const world = new World(parts);
      try {
        await world.begin().catch(skipRefused);
        for (const action of actions) await world.do(action);
        await world.end();
        await checkEnded(world, parts);
      } catch (error) {
        if (!fc.PreconditionFailure.isFailure(error)) (error as Error).message += `\n${await tell(world, parts)}`;
        throw error;
      } finally {
        await world.leave();
      }
    }

    it('ends with the steps and the variables of its trial', async () => {
      const property = fc.asyncProperty(RICH_ROW, ACTIONS, (row, actions) =>
        live(richFlow(row, `row-${count++}`), actions, true),
      );
      await fc.assert(property, { numRuns: RUNS });
    });

    it('ends wherever its edges lead', async () => {
      const property = fc.asyncProperty(RICH_DRAWING, ACTIONS, (drawing, actions) =>
        live(richDrawing(drawing, `drawn-${count++}`), actions, false),
      );
      await fc.assert(property, { numRuns: RUNS });
    });
  });
});
