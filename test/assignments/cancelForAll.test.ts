import { expect } from 'chai';
import type { Sending } from '../../contract/sendings.ts';
import { askToCancel, createCancelling } from '../../server/assignments/cancelling.ts';
import { createChanges } from '../../server/assignments/changes.ts';
import { createSend } from '../../server/assignments/sending.ts';
import { insertSending } from '../../server/assignments/sendingStore.ts';
import { createLocalSignals } from '../../server/foundation/database/signals.ts';
import type { UnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import { expectProblem, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { eventually } from '../support/product.ts';
import { aPerson, NOW } from '../support/seeds.ts';
import { assign, done, GRACE, group, listed, makeChat, newestOf, toldTo, user } from './support.ts';
import { aSending, BY_ADA, seedChat } from './seeds.ts';

const MANY = 120;

forEachDatabase((database, openUrl) => {
  describe(`cancelling a sending for everybody, on ${database} (behaviour 2.8)`, () => {
    const stage = useStage({ openUrl, config: { key: '5'.repeat(64) } });

    it('ends open assignments with the reason, and leaves finished ones alone', async () => {
      const chat = await makeChat(stage.tim);
      const { sending, people } = await assign(stage.tim, chat, { principals: [group('Finance'), user(GRACE)] });
      await done(stage.grace, (await newestOf(stage.grace)).id, 'complete');
      const path = `/sendings/${sending.id}/cancel`;
      const asked = await stage.tim.call<Sending>('POST', path, { reason: 'The wrong policy' });
      expect(asked.status, JSON.stringify(asked.body)).to.equal(200);
      const after = await eventually(async () => {
        await stage.tick();
        const { body } = await stage.tim.call<Sending>('GET', `/sendings/${sending.id}`);
        return body.isBeingCancelled ? undefined : body;
      });
      expect(after.progress).to.include({ pending: 0, in_progress: 0, completed: 1, cancelled: people - 1 });
      const own = await listed(stage.tim, `?direction=outbound&sendingId=${sending.id}&status=cancelled`);
      expect(own.map(({ reason, cancelledBy }) => [reason, cancelledBy])).to.deep.equal(
        own.map(() => ['The wrong policy', 'revoked']),
      );
      const audit = await stage.services.ground
        .reader('audit')
        .where({ subject: sending.id, action: 'assignment.cancelled_for_all' });
      expect(audit).to.have.length(1);
      expect((await toldTo(stage.grace))[0], 'hers was over').to.equal('inbound assigned');
    });

    it('is for its sender and administrators', async () => {
      const { sending } = await assign(stage.tim, await makeChat(stage.tim));
      expectProblem(await stage.grace.call('POST', `/sendings/${sending.id}/cancel`, {}), 404, 'not_found');
      const byAdministrator = await stage.ada.call('POST', `/sendings/${sending.id}/cancel`, {});
      expect(byAdministrator.status).to.equal(200);
    });
  });

  describe(`cancelling a very large sending for everybody, on ${database} (behaviour 2.8)`, () => {
    const store = useStore(openUrl);
    const signals = createLocalSignals();
    const changes = createChanges({ signals, onStopped: () => {}, now: () => NOW });
    const reported: unknown[] = [];
    const server = () =>
      createCancelling({
        ...{ units: store.units, reader: store.db.reader, changes },
        report: (error) => void reported.push(error),
      });
    const open = async () =>
      Number((await store.db.reader('assignments').where({ is_over: 0 }).count({ n: '*' }))[0]!.n);
    const asked = () => store.db.reader('sending_cancellations').pluck('sending_id');

    beforeEach(async () => {
      reported.length = 0;
      await seedChat(store.db.writer);
      for (const id of ['S', 'T'])
        await store.units.run(async (unit) => {
          await insertSending(unit.trx, aSending(id), null);
          const people = Array.from({ length: MANY }, (_, n) => ({ person: aPerson(`p${n}`), group: null }));
          await createSend({ signals, now: () => NOW })(unit, aSending(id), people, BY_ADA);
        });
    });
    const ask = (sendingId: string) =>
      store.units.run(({ trx }) => askToCancel(trx, { sendingId, person: 'ada', reason: null }, NOW));

    it('proceeds in batches on any server, and cancels nothing else', async () => {
      await ask('S');
      await server().tick(NOW, NOW);
      expect(await open()).to.be.within(MANY + 1, 2 * MANY - 1);
      expect(await asked()).to.deep.equal(['S']);
      const [one, other] = [server(), server()];
      while ((await asked()).length > 0) await Promise.all([one.tick(NOW, NOW), other.tick(NOW, NOW)]);
      expect(await open()).to.equal(MANY);
      expect(await store.db.reader('assignments').where({ sending_id: 'S' }).distinct().pluck('status')).to.deep.equal([
        'cancelled',
      ]);
      expect(reported).to.deep.equal([]);
    });

    it('also cancels what was assigned just before it was asked for again', async () => {
      await ask('S');
      await store.units.run(({ trx }) => trx('assignments').update({ is_over: 1, status: 'completed' }));
      let isLooking = true;
      const units: UnitOfWork = {
        async run(work) {
          if (isLooking) {
            isLooking = false; // it has found nothing open, and has not stored yet that it is done
            await store.units.run((unit) =>
              createSend({ signals, now: () => NOW })(
                unit,
                aSending('S'),
                [{ person: aPerson('new'), group: null }],
                BY_ADA,
              ),
            );
            await ask('S');
          }
          return store.units.run(work);
        },
      };
      const report = (error: unknown) => void reported.push(error);
      await createCancelling({ units, reader: store.db.reader, changes, report }).tick(NOW, NOW);
      while ((await asked()).length > 0) await server().tick(NOW, NOW);
      expect(isLooking).to.equal(false);
      expect(await open()).to.equal(0);
      expect(reported).to.deep.equal([]);
    });

    it('does not delay another one when it fails', async () => {
      await ask('S');
      await ask('T');
      const failing = createCancelling({
        ...{ units: store.units, reader: store.db.reader },
        changes: {
          ...changes,
          lock: async (unit, id) => {
            const found = await changes.lock(unit, id);
            if (found?.sendingId === 'S') throw new Error('on purpose');
            return found;
          },
        },
        report: (error) => void reported.push(error),
      });
      for (let n = 0; n < 10; n++) await failing.tick(NOW, NOW);
      expect(await asked()).to.deep.equal(['S']);
      expect(await open()).to.equal(MANY);
      expect(reported).not.to.be.empty;
    });
  });
});
