import { expect } from 'chai';
import { forEachDatabase } from '../support/databases.ts';
import { LEASE_MS, useEngines } from './engineStage.ts';
import { flow } from './flows.ts';

const reading = flow({ start: 'start', first: 'wait', look: 'read', end: 'end' }, ['start > first > look > end']);

describe('an execution whose node hits a database failure', () => {
  forEachDatabase((_, openUrl) => {
    const stage = useEngines(openUrl);

    it('does not fail: it visits the node again after the lease', async () => {
      const engine = stage.engine();
      const id = await stage.start(engine, reading);
      await engine.settled();
      stage.toys.unreadable.add('look');
      await stage.answer(id, 'first', 'yes');
      stage.advance(LEASE_MS);
      await stage.tick(engine);
      expect(stage.reported.map(String).join()).to.include('a table that is gone');
      expect(await stage.execution(id)).to.include({ status: 'running' });
      expect(await stage.timeline(id)).to.deep.equal(['start completed', 'first completed']);

      stage.toys.unreadable.clear();
      for (const ms of [0, LEASE_MS, LEASE_MS]) {
        stage.advance(ms);
        await stage.tick(engine);
      }
      expect(await stage.execution(id)).to.include({ status: 'completed' });
    });
  });
});
