import fc from 'fast-check';
import { forEachDatabase } from '../../support/databases.ts';
import { action, EventStage } from './eventLife.ts';

const RUNS = Number(process.env['EVENT_RUNS'] ?? 3);

forEachDatabase((database, openUrl) =>
  describe('Clients that follow their event stream while anything happens', function () {
    this.timeout(600_000);
    const stage = new EventStage();
    before(async () => stage.open(await openUrl(), database === 'PostgreSQL' ? 2 : 1));
    after(() => stage.close());

    it('show what the server has, and hear of nothing else', () =>
      fc.assert(
        fc.asyncProperty(fc.array(action, { maxLength: 15 }), (actions) => stage.live(actions)),
        { numRuns: RUNS, endOnFailure: Boolean(process.env['EVENT_RUNS']) },
      ));
  }),
);
