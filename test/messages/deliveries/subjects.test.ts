import { expect } from 'chai';
import type { Notice } from '../../../contract/messages.ts';
import type { Db } from '../../../server/foundation/database/statements.ts';
import { createDeliveryLoop, type DeliveryLoop } from '../../../server/messages/deliveries/deliveryLoop.ts';
import { insertOrders, requeueFailed } from '../../../server/messages/deliveries/deliveryStore.ts';
import { subjectsOf } from '../../../server/messages/deliveries/subject.ts';
import { insertTokens } from '../../../server/messages/deliveries/tokens.ts';
import { createTokenRetention, deleteDeliveriesOf } from '../../../server/messages/deliveries/tokenRetention.ts';
import { createPresenter } from '../../../server/requests/presenter.ts';
import { REQUEST_KIND, requestSubject } from '../../../server/requests/requestSubject.ts';
import { createErrands, errandKind, insertErrand } from '../../support/errands.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { NOW, aPerson } from '../../support/seeds.ts';
import { useDeliveryStage } from './deliveryStage.ts';

const people = () => ['ada', 'grace'].map((id) => aPerson(id));
const errands = (db: Db) => errandKind(db, people);

describe('messages about subjects other than requests', () => {
  forEachDatabase((_, openUrl) => {
    const stage = useDeliveryStage(openUrl);
    const db = () => stage.store.db.writer;
    const kinds = () => [REQUEST_KIND, errands(db())];
    let loop: DeliveryLoop;

    before(() => createErrands(db()));
    beforeEach(() => {
      const { reader } = stage.store.db;
      const presenter = createPresenter({
        reader,
        publicUrl: '',
        nameOfChannel: String,
        workOf: async () => null,
        now: stage.now,
      });
      loop = createDeliveryLoop({
        units: stage.store.units,
        reader,
        channels: new Map([stage.chat, stage.mail].map((channel) => [channel.name, channel])),
        subjects: subjectsOf([requestSubject({ reader, presenter }), errands(reader)]),
        now: stage.now,
        steady: stage.now,
        random: () => 1,
        report: (error) => void stage.reported.push(error),
        log: { warn: () => {} },
      });
    });
    afterEach(() => loop.stop());

    async function tick(ms = 0): Promise<void> {
      stage.advance(ms);
      await loop.tick(stage.now());
      await loop.idle();
    }
    async function send(id: string): Promise<void> {
      await insertErrand(db(), id, NOW + 1e6);
      await insertOrders(db(), [{ kind: 'errand', subjectId: id, channel: 'chat', dueAt: stage.now() }]);
      await tick();
    }
    const texts = () => stage.chat.brought.map(({ kind, person, message }) => [kind, person, (message as Notice).text]);
    const statesOf = (subject_id: string) =>
      db()('deliveries').where({ subject_id }).orderBy(['person', 'id']).pluck('state');

    it('go to the recipients of their kind, beside questions, and change when it is over', async () => {
      const request = await stage.ask('e', ['alan']);
      await send('post');
      expect(texts()).to.have.deep.members([
        ['post', 'alan', undefined],
        ['post', 'ada', 'It waits for you.'],
        ['post', 'grace', 'It waits for you.'],
      ]);
      stage.chat.brought.length = 0;
      await stage.answer(request, 'alan');
      await db()('errands').update({ version: 2, step: 'finished' });
      loop.changed(['post', request]);
      await tick(1000);
      expect(texts()).to.have.deep.members([
        ['rewrite', 'alan', 'Alan answered: yes'],
        ['rewrite', 'ada', 'It was done.'],
        ['rewrite', 'grace', 'It was done.'],
      ]);
      stage.chat.brought.length = 0;
      await db()('errands').update({ version: 3 });
      await tick(60_000);
      expect(texts(), 'what is over turns no more').to.deep.equal([]);
      expect(stage.reported).to.deep.equal([]);
    });

    it("are found again without a hint, and share their own flow's turn", async () => {
      await send('post');
      await db()('errands').update({ version: 2, step: 'finished' });
      await tick(11_000);
      expect(
        texts()
          .slice(2)
          .map(([kind]) => kind),
      ).to.deep.equal(['rewrite', 'rewrite']);
      const origins = await db()('deliveries').distinct('subject_kind', 'flow_id', 'started_by');
      expect(origins).to.deep.equal([{ subject_kind: 'errand', flow_id: 'errands', started_by: 'tim' }]);
    });

    it('are tried on its other channels, and again once the bot has met a person', async () => {
      stage.chat.fails = ({ person }) => {
        if (person === 'ada') throw new Error('never mind');
      };
      await send('post');
      await db()('deliveries').where({ person: 'ada' }).update({ state: 'failed', next_attempt_at: null });
      const requeue = () => requeueFailed(db(), kinds(), { channel: 'chat', person: 'ada' }, stage.now());
      expect(await requeue()).to.equal(true);
      expect(await statesOf('post')).to.deep.equal(['queued', 'sent']);
      await db()('deliveries').where({ person: 'ada' }).update({ state: 'failed' });
      await db()('errands').update({ step: 'finished' });
      expect(await requeue(), 'it is over').to.equal(false);
    });

    it('are deleted with it, together with unneeded tokens', async () => {
      await send('post');
      const { id: deliveryId } = await db()('deliveries').where({ person: 'ada' }).first('id');
      const token = {
        deliveryId,
        requestId: 'post',
        person: 'ada',
        channel: 'chat',
        createdAt: NOW,
        expiresAt: NOW + 1,
      };
      await insertTokens(db(), [{ ...token, hash: 'h' }]);
      const { purge } = createTokenRetention(kinds());
      expect(await purge(db(), NOW + 2, 10), 'it still goes on').to.equal(0);
      await db()('errands').update({ step: 'finished' });
      expect(await purge(db(), NOW + 2, 10)).to.equal(1);
      expect(await deleteDeliveriesOf(db(), ['post'], 10), 'each copy has a token').to.equal(4);
    });

    it('are left to servers that know their kind', async () => {
      await insertOrders(db(), [{ kind: 'parcel', subjectId: 'p', channel: 'chat', dueAt: stage.now() - 1 }]);
      await send('post');
      expect(texts().map(([, , title]) => title)).to.deep.equal(['It waits for you.', 'It waits for you.']);
      expect(await db()('delivery_orders').pluck('subject_kind')).to.deep.equal(['parcel']);
      await db()('deliveries').update({ subject_kind: 'parcel', next_attempt_at: stage.now() });
      await tick();
      expect(stage.reported.map(String)).to.include('Error: This version knows no subjects of the kind parcel.');
      expect(await statesOf('post'), 'they are tried again').to.deep.equal(['sent', 'sent']);
    });
  });
});
