import { expect } from 'chai';
import { checkpointExecutions, checkpointLocked, insertExecutions } from '../../server/flow/executionStore.ts';
import { claimExecutions, claimLocked, lockUnheld, wakeExecutions } from '../../server/flow/leaseStore.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { NOW, aCheckpoint, aStep, anExecution } from '../support/seeds.ts';
import { raceForClaims } from './claimRace.ts';

describe('claims that are stored at the end of their unit', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    const db = () => store.db.writer;
    const rowOf = (id: string) => db()('executions').where({ id }).first();

    async function seedWoken(...ids: string[]): Promise<void> {
      await insertExecutions(
        db(),
        ids.map((id) => anExecution(id)),
      );
      await store.units.run(async ({ trx }) => {
        await checkpointExecutions(
          trx,
          ids.map((id) => aCheckpoint(id, { wakeAt: NOW })),
        );
        await wakeExecutions(trx, ids, NOW);
      });
    }

    it('are what a claim would be, and take nothing that is held or has ended', async () => {
      await insertExecutions(db(), [anExecution('held'), anExecution('ended')]);
      await checkpointExecutions(db(), [aCheckpoint('ended', { status: 'completed', endedAt: NOW })]);
      await seedWoken('a', 'b');
      const claims = ['b', 'ended', 'a', 'held', 'nowhere'].map((id) => ({ id, from: null }));
      const locked = await store.units.run(({ trx }) => lockUnheld(trx, claims));
      const claimed = await store.units.run(({ trx }) => claimExecutions(trx, claims, 'here'));
      expect(locked.map(({ id }) => id)).to.deep.equal(['a', 'b']);
      expect(locked).to.have.deep.members(claimed);
    });

    it('are stored with a checkpoint or alone, and see every wake', async () => {
      const all = ['done', 'goes on', 'sleeps', 'alone'].map((id) => ({ id }));
      await seedWoken(...all.map(({ id }) => id));
      const results = await store.units.run(async ({ trx, commitBehind }) => {
        const locked = await lockUnheld(trx, all);
        expect(locked).to.have.length(4);
        await claimLocked(trx, ['alone'], 'here');
        const checkpoints = [
          aCheckpoint('done', { status: 'completed', endedAt: NOW, steps: [{ seq: 1, step: aStep('end') }] }),
          aCheckpoint('goes on', { status: 'running', isHeld: true, wakeAt: NOW + 9 }),
          aCheckpoint('sleeps'),
        ].map((each) => ({ ...each, epoch: 2 }));
        return checkpointLocked(trx, checkpoints, 'here', commitBehind);
      });
      expect(results).to.deep.equal(Array(3).fill({ stored: true, isWoken: false }));
      const seen = { epoch: 2, wake_seq: 1, wake_seen: 1 };
      expect(await rowOf('done')).to.include({ ...seen, status: 'completed', lease_owner: null, ended_at: NOW });
      expect(await rowOf('goes on')).to.include({ ...seen, status: 'running', lease_owner: 'here', wake_at: NOW + 9 });
      expect(await rowOf('sleeps')).to.include({ ...seen, status: 'waiting', lease_owner: null, wake_at: null });
      expect(await rowOf('alone')).to.include({ ...seen, status: 'running', lease_owner: 'here', wake_at: null });
      expect(await db()('execution_steps').where({ execution_id: 'done' }).pluck('node_id')).to.deep.equal(['end']);
    });

    it('leave everything as it was if their unit fails', async () => {
      await seedWoken('a');
      const before = await rowOf('a');
      const failing = store.units.run(async ({ trx }) => {
        await lockUnheld(trx, [{ id: 'a' }]);
        await checkpointLocked(trx, [aCheckpoint('a', { epoch: 2 })], 'here');
        throw new Error('later');
      });
      expect(await failing.catch(({ message }: Error) => message)).to.equal('later');
      expect(await rowOf('a')).to.deep.equal(before);
    });

    it('are won by exactly one of two racing servers, every time', async () => {
      const ids = Array.from({ length: 200 }, (_, n) => `e${n}`);
      await seedWoken(...ids);
      const won = await raceForClaims(store, ids, async (trx, some, owner) => {
        const locked = await lockUnheld(
          trx,
          some.map((id) => ({ id })),
        );
        const half = locked.length >> 1;
        await claimLocked(
          trx,
          locked.slice(0, half).map(({ id }) => id),
          owner,
        );
        const held = { status: 'running', isHeld: true } as const;
        const checkpoints = locked.slice(half).map(({ id, epoch }) => aCheckpoint(id, { ...held, epoch }));
        const results = await checkpointLocked(trx, checkpoints, owner);
        expect(results.every((each) => each.stored)).to.equal(true);
        return locked;
      });
      expect(won.sort()).to.deep.equal(ids.sort());
    });
  });
});
