import { expect } from 'chai';
import type { Branch } from '../../server/flow/branchRules.ts';
import {
  checkpointExecutions,
  endExecution,
  insertExecutions,
  reviveExecution,
} from '../../server/flow/executionStore.ts';
import {
  beat,
  claimExecutions,
  findUnheld,
  forgetServer,
  forgetServers,
  heldBy,
  holdersOf,
  releaseLeases,
  markWakesSeen,
  wakeExecutions,
} from '../../server/flow/leaseStore.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { randomNumbers, shuffled } from '../support/random.ts';
import { NOW, aCheckpoint, aPerson, anExecution } from '../support/seeds.ts';
import { raceForClaims } from './claimRace.ts';

const claimOf = (id: string, from: string | null = null) => ({ id, from });

describe('execution store', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    const db = () => store.db.writer;
    const rowOf = (id: string) => db()('executions').where({ id }).first();
    const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();

    /** Stored, and left waiting by their starter. */
    async function seedWaiting(...ids: string[]): Promise<void> {
      await insertExecutions(
        db(),
        ids.map((id) => anExecution(id)),
      );
      await store.units.run(({ trx }) =>
        checkpointExecutions(
          trx,
          ids.map((id) => aCheckpoint(id)),
        ),
      );
    }

    it('returns what was stored', async () => {
      const branches: Branch[] = [
        {
          id: '0/1',
          nodeId: 'wait',
          type: 'delay',
          state: 'waiting',
          visitKey: 'wait.2',
          enteredAt: NOW,
          wakeAt: NOW + 5,
        },
      ];
      const variables = { text: 'ü "quoted"', list: [1, null], nested: { yes: true } };
      const execution = anExecution('e', {
        branches,
        variables,
        chatId: 'chat',
        logId: 'log',
        starter: aPerson('grace', { email: null }),
      });
      await insertExecutions(db(), [execution]);
      const [held] = await claimExecutions(db(), [claimOf('e', 'seed')], 'here');
      const { flowId, flowVersion, starter, chatId, logId } = execution;
      expect(held).to.deep.equal({
        id: 'e',
        epoch: 2,
        flowId,
        flowVersion,
        starter,
        chatId,
        logId,
        variables,
        branches,
      });
    });

    describe('claims', () => {
      it('what nobody holds, once, and what a dead server held', async () => {
        await insertExecutions(db(), [anExecution('held')]);
        await seedWaiting('free');
        const claim = (from: string | null) =>
          claimExecutions(db(), [claimOf('held', from), claimOf('free'), claimOf('nowhere', from)], 'here');
        expect(idsOf(await claim(null))).to.deep.equal(['free']);
        expect(idsOf(await claim('somebody else'))).to.deep.equal([]);
        expect(idsOf(await claim('seed'))).to.deep.equal(['held']);
        expect(await claim('seed'), 'whoever was dead has lost it').to.deep.equal([]);
        expect(await claimExecutions(db(), [], 'here')).to.deep.equal([]);
      });

      it('nothing that has ended', async () => {
        await insertExecutions(db(), [anExecution('e')]);
        await endExecution(db(), 'e', 'cancelled', { code: 'cancelled', message: 'no more' }, NOW);
        expect(await claimExecutions(db(), [claimOf('e', 'seed')], 'here')).to.deep.equal([]);
      });

      it('for exactly one of two racing servers, every time', async () => {
        const ids = Array.from({ length: 200 }, (_, n) => `e${n}`);
        await seedWaiting(...ids);
        const won = await raceForClaims(store, ids, (trx, some, owner) =>
          claimExecutions(
            trx,
            some.map((id) => claimOf(id)),
            owner,
          ),
        );
        expect(won.sort()).to.deep.equal(ids.sort());
      });
    });

    describe('wakes', () => {
      it('count once each, however often an id is named, and not for ended executions', async () => {
        await insertExecutions(
          db(),
          ['e', 'ended'].map((id) => anExecution(id)),
        );
        await endExecution(db(), 'ended', 'cancelled', { code: 'cancelled', message: '' }, NOW);
        await wakeExecutions(db(), ['e', 'e', 'ended', 'nowhere', 'e'], NOW + 7);
        expect(await rowOf('e')).to.include({ wake_seq: 1, wake_seen: 0, woken_at: NOW + 7 });
        expect(await rowOf('ended')).to.include({ wake_seq: 0 });
        await wakeExecutions(db(), ['e'], NOW + 8);
        expect(await rowOf('e')).to.include({ wake_seq: 2, woken_at: NOW + 8 });
        await wakeExecutions(db(), [], NOW);
      });

      it('are all counted when servers wake the same executions at once, in any order', async () => {
        const ids = Array.from({ length: 50 }, (_, n) => `e${n}`);
        await insertExecutions(
          db(),
          ids.map((id) => anExecution(id)),
        );
        const random = randomNumbers(5);
        await Promise.all(
          Array.from({ length: 20 }, () =>
            store.units.run(({ trx }) => wakeExecutions(trx, shuffled(ids, random), NOW)),
          ),
        );
        expect(await db()('executions').distinct().pluck('wake_seq')).to.deep.equal([20]);
      });

      it('are seen by the claim and by the holder of the execution, and by nobody else', async () => {
        await seedWaiting('e');
        await wakeExecutions(db(), ['e'], NOW);
        const [held] = await claimExecutions(db(), [claimOf('e')], 'here');
        expect(await rowOf('e')).to.include({ wake_seq: 1, wake_seen: 1 });
        await wakeExecutions(db(), ['e'], NOW);
        expect(await markWakesSeen(db(), 'e', held!.epoch - 1)).to.equal(false);
        expect(await rowOf('e')).to.include({ wake_seq: 2, wake_seen: 1 });
        expect(await markWakesSeen(db(), 'e', held!.epoch)).to.equal(true);
        expect(await rowOf('e')).to.include({ wake_seq: 2, wake_seen: 2 });
      });
    });

    it('finds executions that could continue and are unclaimed, and no others', async () => {
      await seedWaiting('asleep', 'woken', 'woken-later', 'due', 'not-due');
      await insertExecutions(db(), [anExecution('held', { owner: 'there' }), anExecution('ended')]);
      await wakeExecutions(db(), ['woken-later'], NOW + 20);
      await wakeExecutions(db(), ['woken', 'held', 'ended'], NOW + 10);
      await endExecution(db(), 'ended', 'cancelled', { code: 'cancelled', message: '' }, NOW);
      await db()('executions')
        .where({ id: 'due' })
        .update({ wake_at: NOW + 100 });
      await db()('executions')
        .where({ id: 'not-due' })
        .update({ wake_at: NOW + 101 });
      const found = await findUnheld(db(), NOW + 100, 10);
      expect(found).to.deep.equal([
        { id: 'due', isDue: true, wokenAt: 0 },
        { id: 'woken', isDue: false, wokenAt: NOW + 10 },
        { id: 'woken-later', isDue: false, wokenAt: NOW + 20 },
      ]);
      expect(await findUnheld(db(), NOW + 100, 1)).to.have.length(2);
      const claims = found.map(({ id }) => claimOf(id));
      expect(idsOf(await claimExecutions(db(), claims, 'here'))).to.deep.equal(idsOf(found));
    });

    it('lists the holders of executions, and how many heartbeats each sent', async () => {
      await insertExecutions(db(), [
        anExecution('a', { owner: 'here' }),
        anExecution('b', { owner: 'here' }),
        anExecution('c', { owner: 'silent' }),
      ]);
      await seedWaiting('free');
      await beat(db(), { owner: 'here', count: 1 }, NOW);
      await beat(db(), { owner: 'here', count: 2 }, NOW + 5);
      await beat(db(), { owner: 'idle', count: 1 }, NOW);
      const holders = async () => (await holdersOf(db())).sort((x, y) => (x.owner < y.owner ? -1 : 1));
      expect(await holders()).to.deep.equal([
        { owner: 'here', beat: 2 },
        { owner: 'silent', beat: null },
      ]);
      expect(idsOf(await heldBy(db(), ['here', 'silent'], 10))).to.deep.equal(['a', 'b', 'c']);
      expect(await heldBy(db(), ['here'], 1)).to.have.length(1);
      expect(await heldBy(db(), [], 10)).to.deep.equal([]);
      await forgetServers(db(), NOW + 5);
      expect(await db()('servers').pluck('id')).to.deep.equal(['here']);
      await forgetServer(db(), 'here');
      expect((await holders())[0]).to.deep.equal({ owner: 'here', beat: null });
    });

    it('releases some or all executions of a server, which are then found', async () => {
      await insertExecutions(db(), [
        anExecution('a', { owner: 'here' }),
        anExecution('b', { owner: 'here' }),
        anExecution('c', { owner: 'there' }),
      ]);
      await seedWaiting('asleep');
      expect(await releaseLeases(db(), 'here', NOW + 1, ['b', 'c', 'asleep'])).to.deep.equal(['b']);
      expect(await releaseLeases(db(), 'here', NOW + 2)).to.deep.equal(['a']);
      expect(await releaseLeases(db(), null, NOW + 3)).to.deep.equal(['c']);
      expect((await findUnheld(db(), NOW, 10)).map(({ id }) => id)).to.deep.equal(['b', 'a', 'c']);
    });

    it('ends an unfinished execution once, whoever holds it, and fences off its holder', async () => {
      await insertExecutions(db(), [anExecution('e')]);
      const error = { code: 'cancelled', message: 'by hand' };
      const ended = await endExecution(db(), 'e', 'cancelled', error, NOW + 5);
      expect(ended).to.include({ id: 'e', epoch: 2 });
      expect(await rowOf('e')).to.include({
        status: 'cancelled',
        ended_at: NOW + 5,
        lease_owner: null,
      });
      expect(await endExecution(db(), 'e', 'cancelled', error, NOW + 6)).to.equal(null);
      expect(await endExecution(db(), 'nowhere', 'cancelled', error, NOW + 6)).to.equal(null);
      expect((await checkpointExecutions(db(), [aCheckpoint('e')]))[0]!.stored).to.equal(false);
      expect(await markWakesSeen(db(), 'e', 1)).to.equal(false);
    });

    it('revives failed executions only', async () => {
      await insertExecutions(
        db(),
        ['failed', 'running'].map((id) => anExecution(id)),
      );
      const error = { code: 'broken', message: '' };
      await checkpointExecutions(db(), [aCheckpoint('failed', { status: 'failed', error, endedAt: NOW })]);
      expect(await reviveExecution(db(), 'running', NOW)).to.equal(false);
      expect(await reviveExecution(db(), 'nowhere', NOW)).to.equal(false);
      expect(await reviveExecution(db(), 'failed', NOW + 9)).to.equal(true);
      expect(await reviveExecution(db(), 'failed', NOW + 9)).to.equal(false);
      expect(await rowOf('failed')).to.include({ status: 'running', error: null, ended_at: null });
      expect((await findUnheld(db(), NOW + 9, 5)).map(({ id }) => id)).to.include('failed');
    });
  });
});
