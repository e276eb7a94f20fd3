import { expect } from 'chai';
import type { UnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import { forEachDatabase } from '../support/databases.ts';
import { until } from '../support/until.ts';
import { LEASE_MS, useEngines } from './engineStage.ts';
import { flow } from './flows.ts';

const HOUR_MS = 60 * 60_000;

const steps = (...types: string[]) =>
  flow(Object.fromEntries(types.map((type, n) => [n === 0 || type === 'end' ? type : `${type}${n}`, type])), [
    types.map((type, n) => (n === 0 || type === 'end' ? type : `${type}${n}`)).join(' > '),
  ]);

describe('an execution whose server is gone', () => {
  forEachDatabase((_, openUrl) => {
    const stage = useEngines(openUrl);

    it('is taken over once its server was silent for a lease, not before; its old server can change nothing any more', async () => {
      const [first, second] = [stage.engine(), stage.engine()];
      const letGo = stage.close('hang1');
      const id = await stage.start(first, steps('start', 'hang', 'end'));
      await until(() => stage.toys.runs['hang1'] === 1);

      await stage.tick(second);
      stage.advance(LEASE_MS - 1);
      await stage.tick(second);
      expect(stage.toys.runs['hang1']).to.equal(1);
      stage.advance(1);
      stage.toys.gates.delete('hang1');
      await stage.tick(second);
      expect(await stage.execution(id)).to.include({ status: 'completed' });
      expect(stage.toys.runs['hang1'], 'it may run again').to.equal(2);

      const before = await stage.steps(id);
      letGo();
      await first.settled();
      expect(await stage.steps(id)).to.deep.equal(before);
      expect(await stage.timeline(id)).to.deep.equal(['start completed', 'hang1 completed', 'end completed']);
    });

    it('is not taken over while its server lives, however long a node takes', async () => {
      const [first, second] = [stage.engine(), stage.engine()];
      const letGo = stage.close('hang1');
      const id = await stage.start(first, steps('start', 'hang', 'end'));
      await until(() => stage.toys.runs['hang1'] === 1);
      const renew = first.loops.find(({ name }) => name === 'executions.renewLeases')!;
      for (let n = 0; n < 8; n++) {
        stage.advance(3000);
        await renew.tick(stage.now());
        await stage.tick(second);
      }
      expect(stage.toys.runs['hang1']).to.equal(1);
      letGo();
      await first.settled();
      expect(await stage.execution(id)).to.include({ status: 'completed' });
    });

    it('is not taken over by a server with a clock a day ahead, but is by one an hour behind', async () => {
      const [first, ahead, behind] = [stage.engine(), stage.engine(24 * HOUR_MS), stage.engine(-HOUR_MS)];
      stage.close('hang1');
      const id = await stage.start(first, steps('start', 'hang', 'end'));
      await until(() => stage.toys.runs['hang1'] === 1);
      const renew = first.loops.find(({ name }) => name === 'executions.renewLeases')!;
      for (let n = 0; n < 4; n++) {
        for (const engine of [ahead, behind]) await stage.tick(engine);
        stage.advance(3000);
        await renew.tick(stage.now());
      }
      expect(stage.toys.runs['hang1']).to.equal(1);

      stage.toys.gates.delete('hang1');
      await stage.tick(behind);
      stage.advance(LEASE_MS);
      await stage.tick(behind);
      expect(await stage.execution(id)).to.include({ status: 'completed' });
    });

    it('does not rerun a node that must run only once: its outcome is unknown', async () => {
      const [first, second] = [stage.engine(), stage.engine()];
      stage.close('once1');
      const id = await stage.start(first, steps('start', 'once', 'end'));
      await until(() => stage.toys.runs['once1'] === 1);
      await stage.tick(second);
      stage.advance(LEASE_MS);
      await stage.tick(second);
      expect(stage.toys.runs['once1']).to.equal(1);
      const { status, error } = await stage.execution(id);
      expect([status, error!.code, error!.nodeId]).to.deep.equal(['failed', 'outcome_unknown', 'once1']);
      expect(await stage.timeline(id)).to.deep.equal(['start completed', 'once1 failed']);
    });

    it('reruns a node that must run only once if it was cut short before its call, which only one makes', async () => {
      const [first, second] = [stage.engine(), stage.engine()];
      const letGo = stage.close('before once1');
      const id = await stage.start(first, steps('start', 'once', 'end'));
      await until(() => stage.toys.runs['before once1'] === 1);
      stage.toys.gates.clear();
      await stage.tick(second);
      stage.advance(LEASE_MS);
      await stage.tick(second);
      expect(await stage.execution(id)).to.include({ status: 'completed' });
      letGo();
      await first.settled();
      expect(stage.toys.runs).to.include({ 'before once1': 2, once1: 1 });
      expect(await stage.timeline(id)).to.deep.equal(['start completed', 'once1 completed', 'end completed']);
    });

    it('fails no node because the beginning of its call cannot be stored', async () => {
      const engine = stage.engine();
      const letGo = stage.close('before once1');
      const id = await stage.start(engine, steps('start', 'once', 'end'));
      await until(() => stage.toys.runs['before once1'] === 1);
      const { writer } = stage.store.db;
      await writer.raw('alter table executions rename to executions_away');
      letGo();
      await engine.settled();
      await writer.raw('alter table executions_away rename to executions');
      expect(stage.toys.runs['once1'], 'not called').to.equal(undefined);
      await stage.tick(engine);
      stage.advance(LEASE_MS);
      await stage.tick(engine);
      expect(await stage.execution(id)).to.include({ status: 'completed' });
      expect(stage.toys.runs).to.include({ 'before once1': 2, once1: 1 });
    });

    it('lets the flow catch an unknown outcome', async () => {
      const [first, second] = [stage.engine(), stage.engine()];
      stage.close('send');
      const definition = flow({ start: 'start', send: 'once', ask: 'wait', end: 'end' }, [
        'start > send > end',
        ['send > ask', { on: 'error' }],
        'ask > end',
      ]);
      const id = await stage.start(first, definition);
      await until(() => stage.toys.runs['send'] === 1);
      await stage.tick(second);
      stage.advance(LEASE_MS);
      await stage.tick(second);
      expect(await stage.execution(id)).to.include({ status: 'waiting' });
    });

    it('keeps the progress of other branches', async () => {
      const [first, second] = [stage.engine(), stage.engine()];
      stage.close('slow');
      const definition = flow({ start: 'start', fork: 'parallel', a: 'wait', slow: 'hang', join: 'join', end: 'end' }, [
        'start > fork > a > join > end',
        'fork > slow > join',
      ]);
      const id = await stage.start(first, definition);
      await until(() => stage.toys.runs['slow'] === 1);
      await stage.answer(id, 'a', 'kept');
      await stage.tick(second);
      stage.advance(LEASE_MS);
      stage.toys.gates.clear();
      await stage.tick(second);
      expect(await stage.execution(id)).to.include({ status: 'completed' });
      expect((await stage.timeline(id)).filter((line) => line.startsWith('a '))).to.deep.equal(['a completed']);
    });

    it('needs no server while it sleeps: any server resumes it with an answer given long ago', async () => {
      const [first, second] = [stage.engine(), stage.engine()];
      const ids = await Promise.all(
        Array.from({ length: 20 }, () => stage.start(first, steps('start', 'wait', 'end'))),
      );
      await first.settled();
      await Promise.all(ids.map((id) => stage.answer(id, 'wait1', 1)));
      await stage.tick(second);
      expect((await stage.execution(ids[0]!)).status, 'first its own server has the chance').to.equal('waiting');
      stage.advance(2000);
      await stage.tick(second);
      for (const id of ids) expect(await stage.execution(id)).to.include({ status: 'completed' });
    });

    it('is reported, not stored as failed, if the fault is in the database', async () => {
      const engine = stage.engine();
      const letGo = stage.close('hang1');
      const id = await stage.start(engine, steps('start', 'hang', 'end'));
      await until(() => stage.toys.runs['hang1'] === 1);
      const { writer } = stage.store.db;
      await writer.raw('alter table execution_steps rename to execution_steps_away');
      letGo();
      await engine.settled();
      await writer.raw('alter table execution_steps_away rename to execution_steps');
      expect(stage.reported).to.have.length(1);
      expect(await stage.execution(id)).to.include({ status: 'running' });
      await stage.tick(engine);
      stage.advance(LEASE_MS);
      await stage.tick(engine);
      expect(await stage.execution(id)).to.include({ status: 'completed' });
    });

    it('is taken up at once by another, from its current node, when its server stops calmly', async () => {
      const [first, second] = [stage.engine(), stage.engine()];
      const letGo = stage.close('once1');
      const id = await stage.start(first, steps('start', 'once', 'hang', 'end'));
      const asleep = await stage.start(first, { ...steps('start', 'wait', 'end'), id: 'asleep' });
      await until(() => stage.toys.runs['once1'] === 1);
      const closed = first.close();
      const late = await stage.start(first, { ...steps('start', 'hang', 'end'), id: 'late' });
      letGo();
      await closed;
      expect(stage.toys.runs['hang2'], 'not begun by a server that stops').to.equal(undefined);
      stage.advance(2000); // its own server would have had the chance
      await stage.tick(second);
      for (const each of [id, late]) expect(await stage.execution(each)).to.include({ status: 'completed' });
      expect(stage.toys.runs['once1'], 'what was done is not done again').to.equal(1);
      expect(await stage.execution(asleep)).to.include({ status: 'waiting' });
    });

    it('has failed, once its server has stored anything after the failure', async () => {
      let [left, held] = [Infinity, 0];
      let release!: () => void;
      const released = new Promise<void>((resolve) => (release = resolve));
      const run: UnitOfWork['run'] = async (work) => {
        if (left !== Infinity) held++;
        if (left !== Infinity) await released;
        if (left-- <= 0) return new Promise<never>(() => {}); // it has died
        return stage.store.units.run(work);
      };
      const engine = stage.engine(0, { run });
      stage.abandon(engine);
      const [first, second, think] = ['first', 'second', 'think'].map((id) => stage.close(id));
      const nodes = { first: 'hang', second: 'hang', think: 'think', bad: 'fail' };
      const id = await stage.start(
        engine,
        flow({ start: 'start', fork: 'parallel', ...nodes, join: 'join', end: 'end' }, [
          'start > fork > first > join > end',
          'fork > second > join',
          'fork > think > bad > join',
        ]),
      );
      await until(() => ['first', 'second', 'think'].every((node) => stage.toys.runs[node] === 1));
      left = 2;
      first!();
      await until(() => held === 1); // its checkpoint is under way
      second!();
      think!();
      for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
      release();
      await until(() => left <= 0);
      await until(async () => (await stage.execution(id)).status !== 'running', 2000).catch(() => {});
      expect(await stage.execution(id)).to.include({ status: 'failed' });
      expect(await stage.timeline(id)).to.include('bad failed');
    });
  });
});
