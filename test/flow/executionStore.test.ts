import { expect } from 'chai';
import type { Branch } from '../../server/flow/branchRules.ts';
import {
  checkpointExecutions,
  endExecution,
  insertExecutions,
  reviveExecution,
} from '../../server/flow/executionStore.ts';
import {
  claimExecutions,
  dropAllLeases,
  findUnheld,
  renewLeases,
  seeWakes,
  wakeExecutions,
} from '../../server/flow/leaseStore.ts';
import { openDatabase } from '../../server/foundation/database/connection.ts';
import { createUnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { randomNumbers, shuffled } from '../support/random.ts';
import { NOW, aCheckpoint, aPerson, anExecution } from '../support/seeds.ts';

const LEASE = { owner: 'here', until: NOW + 2000 };
const OVER = NOW + 1000; // when the lease of a seeded execution is over

describe('execution store', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    const db = () => store.db.writer;
    const rowOf = (id: string) => db()('executions').where({ id }).first();
    const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();

    /** Stored, and left waiting by whoever began them. */
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

    it('gives back what it was given', async () => {
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
        starter: aPerson('grace', { email: null }),
      });
      await insertExecutions(db(), [execution]);
      const [held] = await claimExecutions(db(), ['e'], LEASE, OVER);
      const { flowId, flowVersion, starter, chatId } = execution;
      expect(held).to.deep.equal({ id: 'e', epoch: 2, flowId, flowVersion, starter, chatId, variables, branches });
    });

    describe('claims', () => {
      it('what nobody holds, once, and what a dead server held', async () => {
        await insertExecutions(db(), [anExecution('held')]);
        await seedWaiting('free');
        const claim = (at: number) =>
          claimExecutions(db(), ['held', 'free', 'nowhere'], { owner: 'here', until: at + 1000 }, at);
        expect(idsOf(await claim(OVER - 1))).to.deep.equal(['free']);
        expect(idsOf(await claim(OVER))).to.deep.equal(['held']);
        expect(await claim(OVER)).to.deep.equal([]);
        expect(await claimExecutions(db(), [], LEASE, OVER)).to.deep.equal([]);
      });

      it('nothing that has ended', async () => {
        await insertExecutions(db(), [anExecution('e')]);
        await endExecution(db(), 'e', 'cancelled', { code: 'cancelled', message: 'no more' }, NOW);
        expect(await claimExecutions(db(), ['e'], LEASE, OVER)).to.deep.equal([]);
      });

      it('for exactly one of two servers that race, every time', async () => {
        const ids = Array.from({ length: 200 }, (_, n) => `e${n}`);
        await seedWaiting(...ids);
        const other = await openDatabase(store.url);
        const servers = [store.units, createUnitOfWork(other.writer)];
        const won: string[] = [];
        const random = randomNumbers(3);
        await Promise.all(
          servers.flatMap((units, owner) =>
            Array.from({ length: 8 }, async () => {
              const some = shuffled(ids, random);
              for (let n = 0; n < some.length; n += 40) {
                const lease = { owner: String(owner), until: OVER };
                const held = await units.run(({ trx }) => claimExecutions(trx, some.slice(n, n + 40), lease, NOW));
                won.push(...held.map(({ id }) => id));
              }
            }),
          ),
        );
        await other.close();
        expect(won.sort()).to.deep.equal(ids.sort());
      });
    });

    describe('wakes', () => {
      it('count once for each time, however often an id is named, and not for what has ended', async () => {
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

      it('are seen by the claim and by whoever holds the execution, and by nobody else', async () => {
        await seedWaiting('e');
        await wakeExecutions(db(), ['e'], NOW);
        const [held] = await claimExecutions(db(), ['e'], LEASE, NOW);
        expect(await rowOf('e')).to.include({ wake_seq: 1, wake_seen: 1 });
        await wakeExecutions(db(), ['e'], NOW);
        expect(await seeWakes(db(), 'e', held!.epoch - 1)).to.equal(false);
        expect(await rowOf('e')).to.include({ wake_seq: 2, wake_seen: 1 });
        expect(await seeWakes(db(), 'e', held!.epoch)).to.equal(true);
        expect(await rowOf('e')).to.include({ wake_seq: 2, wake_seen: 2 });
      });
    });

    it('finds what could go on and is held by nobody, and nothing else', async () => {
      await seedWaiting('asleep', 'woken', 'woken-later', 'due', 'not-due');
      await insertExecutions(db(), [
        anExecution('held', { lease: { owner: 'there', until: NOW + 5000 } }),
        anExecution('dead', { lease: { owner: 'gone', until: NOW + 50 } }),
        anExecution('ended'),
      ]);
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
        { id: 'dead', isDue: true, wokenAt: 0 },
        { id: 'woken', isDue: false, wokenAt: NOW + 10 },
        { id: 'woken-later', isDue: false, wokenAt: NOW + 20 },
      ]);
      expect(await findUnheld(db(), NOW + 100, 1)).to.have.length(3);
      expect(idsOf(await claimExecutions(db(), idsOf(found), LEASE, NOW + 100))).to.deep.equal(idsOf(found));
    });

    it('renews the leases of what runs on a server, and drops all at the start of an only one', async () => {
      const held = (id: string, owner: string) => anExecution(id, { lease: { owner, until: NOW } });
      await insertExecutions(db(), [held('lost', 'here'), held('mine', 'here'), held('theirs', 'there')]);
      await seedWaiting('free');
      await renewLeases(db(), { owner: 'here', until: NOW + 500 }, ['mine', 'theirs', 'free', 'nowhere']);
      await renewLeases(db(), { owner: 'here', until: NOW + 900 }, []);
      const leases = async () =>
        Object.fromEntries((await db()('executions')).map(({ id, lease_until }) => [id, lease_until]));
      expect(await leases()).to.deep.equal({ free: null, lost: NOW, mine: NOW + 500, theirs: NOW });
      await dropAllLeases(db());
      expect(await leases()).to.deep.equal({ free: null, lost: 0, mine: 0, theirs: 0 });
    });

    it('ends an unfinished execution once, whoever holds it, and fences its holder', async () => {
      await insertExecutions(db(), [anExecution('e')]);
      const error = { code: 'cancelled', message: 'by hand' };
      const ended = await endExecution(db(), 'e', 'cancelled', error, NOW + 5);
      expect(ended).to.include({ id: 'e', epoch: 2 });
      expect(await rowOf('e')).to.include({
        status: 'cancelled',
        ended_at: NOW + 5,
        lease_owner: null,
        lease_until: null,
      });
      expect(await endExecution(db(), 'e', 'cancelled', error, NOW + 6)).to.equal(null);
      expect(await endExecution(db(), 'nowhere', 'cancelled', error, NOW + 6)).to.equal(null);
      expect((await checkpointExecutions(db(), [aCheckpoint('e')]))[0]!.stored).to.equal(false);
      expect(await seeWakes(db(), 'e', 1)).to.equal(false);
    });

    it('revives what has failed, and that alone', async () => {
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
