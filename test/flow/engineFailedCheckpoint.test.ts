import { expect } from 'chai';
import { forEachDatabase } from '../support/databases.ts';
import { LEASE_MS, useEngines } from './engineStage.ts';
import { flow } from './flows.ts';

const sideBySide = flow({ start: 'start', fork: 'parallel', left: 'wait', right: 'wait', meet: 'join', end: 'end' }, [
  'start > fork > left > meet > end',
  'fork > right > meet',
]);

describe('an execution whose checkpoint failed', () => {
  forEachDatabase((_, openUrl) => {
    const stage = useEngines(openUrl);

    for (const unwritable of ['left', 'right'])
      it(`waits for no question that was not stored, and asks all of them once it can (${unwritable} could not be stored)`, async () => {
        const engine = stage.engine();
        stage.toys.unwritable.add(unwritable);
        const id = await stage.start(engine, sideBySide);
        await engine.settled();
        const { branches } = await stage.execution(id);
        const waiting = branches.filter(({ state }) => state === 'waiting').map(({ visitKey }) => visitKey);
        expect(stage.toys.asked).to.include.members(waiting);

        stage.toys.unwritable.clear();
        for (const ms of [0, LEASE_MS, LEASE_MS]) {
          stage.advance(ms);
          await stage.tick(engine);
        }
        expect(stage.toys.asked).to.have.members(['left', 'right']);
        for (const key of ['left', 'right']) await stage.answer(id, key, key);
        stage.advance(LEASE_MS);
        await stage.tick(engine);
        expect(await stage.execution(id)).to.include({ status: 'completed' });
      });
  });
});
