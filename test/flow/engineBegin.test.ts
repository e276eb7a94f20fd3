import { expect } from 'chai';
import type { StartOrder } from '../../server/flow/engine.ts';
import { forEachDatabase } from '../support/databases.ts';
import { until } from '../support/until.ts';
import { useEngines } from './engineStage.ts';
import { flow } from './flows.ts';

describe('The start of an execution', () => {
  forEachDatabase((_, openUrl) => {
    const stage = useEngines(openUrl);

    it('is stored with everything up to its first wait, in one unit', async () => {
      const definition = flow({ start: 'start', review: 'wait', end: 'end' }, ['start > review > end']);
      const id = await stage.start(stage.engine(), definition);
      expect(await stage.execution(id)).to.include({ status: 'waiting' });
      expect(await stage.timeline(id)).to.deep.equal(['start completed']);
      expect(stage.toys.asked).to.deep.equal(['review']);
    });

    it('is stored with its end if nothing waits', async () => {
      const id = await stage.start(stage.engine(), flow({ start: 'start', end: 'end' }, ['start > end']));
      expect(await stage.execution(id)).to.deep.include({ status: 'completed', endedAt: stage.now() });
      expect(await stage.timeline(id)).to.deep.equal(['start completed', 'end completed']);
    });

    it('is stored before a node that does more than compute', async () => {
      const letGo = stage.close('call');
      const engine = stage.engine();
      const definition = flow({ start: 'start', call: 'hang', end: 'end' }, ['start > call > end']);
      const id = await stage.start(engine, definition);
      expect(await stage.execution(id)).to.include({ status: 'running' });
      expect(await stage.timeline(id)).to.deep.equal(['start completed']);
      letGo();
      await engine.settled();
      expect(await stage.execution(id)).to.include({ status: 'completed' });
    });

    it('does not wait for a node that computes for long', async () => {
      const letGo = stage.close('think');
      const engine = stage.engine();
      const definition = flow({ start: 'start', think: 'think', end: 'end' }, ['start > think > end']);
      const id = await stage.start(engine, definition);
      expect(await stage.execution(id)).to.include({ status: 'running' });
      expect(await stage.timeline(id), 'it begins anew if this server dies now').to.deep.equal([]);
      letGo();
      await engine.settled();
      expect(await stage.timeline(id)).to.deep.equal(['start completed', 'think completed', 'end completed']);
    });

    it('is made once per key, and leaves nothing of the others', async () => {
      const engine = stage.engine();
      const definition = flow({ start: 'start', review: 'wait', end: 'end' }, ['start > review > end']);
      const before = await stage.start(engine, definition);
      const order = {
        ...stage.orderOf(definition),
        key: { key: 'once', bodyHash: 'same' },
      } satisfies StartOrder;
      const ids = await Promise.all(Array.from({ length: 10 }, () => engine.start(order)));
      expect(new Set(ids)).to.have.lengthOf(1);
      await engine.settled();
      expect(stage.toys.asked).to.have.lengthOf(2);
      expect(await stage.store.db.reader('executions').pluck('id')).to.have.members([before, ids[0]]);
      expect(stage.reported).to.deep.equal([]);
    });

    it('is refused with the error that prevented storing it, and announced to nobody else', async () => {
      const engine = stage.engine();
      const definition = flow({ start: 'start', review: 'wait', end: 'end' }, ['start > review > end']);
      await stage.start(engine, definition);
      await stage.store.db.writer.schema.renameTable('executions', 'gone');
      const refusal = await engine.start(stage.orderOf(definition)).catch((error: unknown) => error);
      await engine.settled();
      await stage.store.db.writer.schema.renameTable('gone', 'executions');
      expect(refusal).to.be.instanceOf(Error);
      expect(stage.reported).to.deep.equal([]);
      await until(async () => engine.running() === 0);
    });
  });
});
