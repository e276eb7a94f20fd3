import { expect } from 'chai';
import { say } from '../../contract/summaries.ts';
import {
  checkpointExecutions,
  endExecution,
  insertExecutions,
  type Checkpoint,
} from '../../server/flow/executionStore.ts';
import { claimExecutions, markWakesSeen, wakeExecutions } from '../../server/flow/leaseStore.ts';
import { historiesOf } from '../../server/flow/stepStore.ts';
import { createBatcher } from '../../server/foundation/database/batcher.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { randomNumbers, shuffled } from '../support/random.ts';
import { NOW, aCheckpoint, aStep, anExecution } from '../support/seeds.ts';

describe('checkpoints', () => {
  forEachDatabase((name, openUrl) => {
    const store = useStore(openUrl);
    const db = () => store.db.writer;
    const rowOf = (id: string) => db()('executions').where({ id }).first();

    it('store the state and the steps, and return the execution', async () => {
      await insertExecutions(db(), [anExecution('e')]);
      const error = { code: 'broken', message: 'it broke' };
      const steps = [
        { seq: 1, step: aStep('a') },
        { seq: 2, step: aStep('b', { status: 'failed', output: null, error }) },
      ];
      const checkpoint = aCheckpoint('e', { status: 'failed', endedAt: NOW + 5, error, steps });
      expect(await checkpointExecutions(db(), [checkpoint])).to.deep.equal([{ stored: true, isWoken: false }]);
      const row = await rowOf('e');
      expect(row).to.include({
        status: 'failed',
        ended_at: NOW + 5,
        lease_owner: null,
        wake_at: null,
      });
      expect(JSON.parse(row.error)).to.deep.equal(error);
      expect((await historiesOf(db(), ['e'])).get('e')!.steps).to.deep.equal(steps.map(({ step }) => step));
    });

    it('keep the lease of running executions', async () => {
      await insertExecutions(db(), [anExecution('e')]);
      await checkpointExecutions(db(), [aCheckpoint('e', { status: 'running', isHeld: true, wakeAt: NOW + 5 })]);
      expect(await rowOf('e')).to.include({
        status: 'running',
        lease_owner: 'seed',
        wake_at: NOW + 5,
      });
    });

    it('of a server that lost the execution store nothing, and do not affect others in the batch', async () => {
      await insertExecutions(
        db(),
        ['lost', 'mine', 'ended'].map((id) => anExecution(id)),
      );
      await claimExecutions(db(), [{ id: 'lost', from: 'seed' }], 'there');
      await endExecution(db(), 'ended', 'cancelled', { code: 'cancelled', message: '' }, NOW);
      const results = await checkpointExecutions(
        db(),
        ['lost', 'mine', 'ended', 'nowhere'].map((id) => aCheckpoint(id, { steps: [{ seq: 1, step: aStep('a') }] })),
      );
      expect(results.map(({ stored }) => stored)).to.deep.equal([false, true, false, false]);
      expect(await db()('execution_steps').pluck('execution_id')).to.deep.equal(['mine']);
      expect(await rowOf('lost')).to.include({ status: 'running', lease_owner: 'there', epoch: 2 });
    });

    it('send COMMIT behind their last statement', async () => {
      await insertExecutions(
        db(),
        ['without steps', 'with steps'].map((id) => anExecution(id)),
      );
      const isAhead = (checkpoint: Checkpoint) =>
        store.units.run(async ({ trx, commitBehind }) => {
          const storing = checkpointExecutions(trx, [checkpoint], commitBehind);
          const wasAhead = trx.isCompleted();
          expect((await storing)[0]!.stored).to.equal(true);
          return wasAhead;
        });
      expect(await isAhead(aCheckpoint('without steps'))).to.equal(true);
      const steps = [{ seq: 1, step: aStep('a') }];
      expect(await isAhead(aCheckpoint('with steps', { steps }))).to.equal(name === 'PostgreSQL');
      expect(await db()('execution_steps').pluck('execution_id')).to.deep.equal(['with steps']);
    });

    it('report which executions were woken meanwhile', async () => {
      await insertExecutions(
        db(),
        ['woken', 'seen', 'quiet'].map((id) => anExecution(id)),
      );
      await wakeExecutions(db(), ['woken', 'seen'], NOW);
      expect(await markWakesSeen(db(), 'seen', 1)).to.equal(true);
      const results = await checkpointExecutions(
        db(),
        ['woken', 'seen', 'quiet'].map((id) => aCheckpoint(id)),
      );
      expect(results.map(({ isWoken }) => isWoken)).to.deep.equal([true, false, false]);
    });

    it('leave out the one that the database refuses, and store all the others', async () => {
      const ids = Array.from({ length: 100 }, (_, n) => `e${String(n).padStart(3, '0')}`);
      await insertExecutions(
        db(),
        ids.map((id) => anExecution(id)),
      );
      await db()('execution_steps').insert({
        ...{ execution_id: 'e042', seq: 1, visit_key: '', node_id: '', status: '', started_at: 0, ended_at: 0 },
      });
      const sizes: number[] = [];
      const batcher = createBatcher({
        perform: (checkpoints: Checkpoint[]) => {
          sizes.push(checkpoints.length);
          return store.units.run(({ trx, commitBehind }) => checkpointExecutions(trx, checkpoints, commitBehind));
        },
      });
      const step = [{ seq: 1, step: aStep('a') }];
      const outcomes = await Promise.allSettled(ids.map((id) => batcher.add(aCheckpoint(id, { steps: step }))));
      expect(outcomes.flatMap(({ status }, n) => (status === 'rejected' ? [ids[n]] : []))).to.deep.equal(['e042']);
      expect(await db()('executions').where({ status: 'running' }).pluck('id')).to.deep.equal(['e042']);
      expect(sizes.length).to.be.lessThan(18);
    });

    it('return histories in order, with the size of their context', async () => {
      await insertExecutions(
        db(),
        ['a', 'b', 'c', 'd'].map((id) => anExecution(id)),
      );
      const steps = Array.from({ length: 12 }, (_, n) => ({
        seq: n + 1,
        step: aStep(`n${n}`, { output: n, assigned: { x: 'ü' } }),
      }));
      await checkpointExecutions(db(), [
        aCheckpoint('a', { steps: shuffled(steps, randomNumbers(1)) }),
        aCheckpoint('b', { steps: [{ seq: 1, step: aStep('b', { output: undefined, summary: 'done' }) }] }),
        aCheckpoint('c', { steps: [{ seq: 1, step: aStep('c', { summary: say('found', { count: 2 }) }) }] }),
      ]);
      const histories = await historiesOf(db(), ['a', 'b', 'c', 'd']);
      expect(histories.get('a')!.steps).to.deep.equal(steps.map(({ step }) => step));
      expect(histories.get('a')!.size).to.equal(14 + 12 * '{"x":"ü"}'.length);
      expect(histories.get('b')!.steps[0]).to.include({ output: null, summary: 'done' });
      expect(histories.get('c')!.steps[0]!.summary).to.deep.equal(say('found', { count: 2 }));
      expect(histories.get('d')).to.deep.equal({ steps: [], size: 0 });
      expect((await historiesOf(db(), [])).size).to.equal(0);
    });
  });
});
