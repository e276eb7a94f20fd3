import { expect } from 'chai';
import { createFairShare, type Turn } from '../../../server/messages/deliveries/fairShare.ts';
import type { Origin } from '../../../server/messages/deliveries/turnStore.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { aPerson, aRequest } from '../../support/seeds.ts';
import { HOUR_MS, useDeliveryStage } from './deliveryStage.ts';

const people = (count: number, prefix = 'p') =>
  Array.from({ length: count }, (_, n) => `${prefix}${String(n).padStart(3, '0')}`);
const flowOf = ({ origin }: Turn) => origin.flowId;
const starterOf = ({ origin }: Turn) => origin.startedBy;

describe('the slots of a channel', () => {
  forEachDatabase((_, openUrl) => {
    const stage = useDeliveryStage(openUrl);

    /** Asks on behalf of a flow and its starter. */
    const ask = (name: string, { flowId, startedBy = 'ada' }: { flowId: string; startedBy?: string }, to: string[]) =>
      stage.ask(name, to, { flowId, body: { ...aRequest(name).body, requester: aPerson(startedBy) } });

    /** Creates the due deliveries, without sending any. */
    async function spread(): Promise<void> {
      stage.chat.mostAtOnce = 0;
      await stage.tick();
      stage.chat.mostAtOnce = undefined;
    }

    const share = () => createFairShare(stage.store.db.reader);
    const asked = (places: number, underWay: Origin[] = []) => ({
      channel: 'chat',
      places,
      underWay,
      now: stage.now(),
      holdSince: stage.now() - HOUR_MS,
    });

    it('go to another flow as soon as one is free, however many one flow has waiting', async () => {
      await ask('flood', { flowId: 'many' }, people(200));
      const release = stage.chat.hold();
      await stage.loop.tick(stage.now());
      expect(stage.chat.calls).to.have.length(16);
      stage.advance(1000);
      const single = await ask('single', { flowId: 'one' }, ['grace']);
      await stage.loop.tick(stage.now());
      expect(stage.chat.calls, 'no place is free').to.have.length(16);
      release();
      await stage.loop.idle();
      const nth = stage.chat.calls.findIndex(({ requestId }) => requestId === single);
      expect(nth, 'among the next that are begun').to.be.within(16, 31);
      expect(stage.chat.brought).to.have.length(201);
    });

    it('are shared by flows, and those of a flow by its starters', async () => {
      await ask('a1', { flowId: 'a', startedBy: 'ada' }, people(40));
      await ask('a2', { flowId: 'a', startedBy: 'bob' }, people(2, 'q'));
      await ask('b', { flowId: 'b' }, people(40, 'r'));
      await ask('c', { flowId: 'c' }, people(1, 's'));
      await spread();
      const turns = await share().next(asked(9));
      expect(turns.map(flowOf).join(' ')).to.equal('a b c a b a b a b');
      expect(turns.filter((turn) => flowOf(turn) === 'a').map(starterOf)).to.deep.equal(['ada', 'bob', 'ada', 'bob']);
      expect(new Set(turns.map(({ id }) => id)).size).to.equal(9);
    });

    it('count deliveries in progress', async () => {
      await ask('a', { flowId: 'a' }, people(40));
      await ask('b', { flowId: 'b' }, people(40, 'r'));
      await spread();
      const underWay = people(3).map(() => ({ flowId: 'a', startedBy: 'ada' }));
      expect((await share().next(asked(4, underWay))).map(flowOf).join(' ')).to.equal('b b b a');
    });

    it('rotate among more flows than there are slots, and more than are looked at together', async () => {
      const names = people(130, 'f');
      for (const [n, flowId] of names.entries()) await ask(flowId, { flowId }, [`p${n}`]);
      for (let n = 0; n < 7; n++) await spread();
      const fair = share();
      const served: string[] = [];
      for (let n = 0; n < 26; n++) served.push(...(await fair.next(asked(5))).map(flowOf));
      expect(served).to.deep.equal(names);
      expect((await fair.next(asked(1))).map(flowOf), 'and from the first again').to.deep.equal(['f000']);
    });

    it("keep each person's order: an earlier question of another flow goes first", async () => {
      await ask('flood', { flowId: 'many' }, people(100));
      stage.advance(1);
      const single = await ask('single', { flowId: 'one' }, ['p090']);
      await spread();
      const [, turn] = await share().next(asked(2));
      expect(turn).to.deep.include({ person: 'p090', origin: { flowId: 'one', startedBy: 'ada' } });
      stage.chat.mostAtOnce = 2;
      await stage.tick();
      const toThem = stage.chat.calls.filter(({ person }) => person === 'p090').map(({ requestId }) => requestId);
      expect(toThem).to.deep.equal(['flood-review', single]);
      const nth = stage.chat.calls.findIndex(({ requestId }) => requestId === single);
      expect(nth, 'behind few of the flood').to.be.below(6);
    });

    it('are not left empty if a flow has only people with a delivery in progress', async () => {
      for (const name of ['a1', 'a2', 'a3']) await ask(name, { flowId: 'a' }, ['ada']);
      await ask('b', { flowId: 'b' }, people(40));
      await spread();
      const turns = await share().next(asked(6));
      expect(turns.map(flowOf).join(' ')).to.equal('a b b b b b');
    });

    it('go to flows that are ready, past any number that wait to retry', async () => {
      const later = people(120, 'f');
      for (const [n, flowId] of later.entries()) await ask(flowId, { flowId }, [`p${n}`]);
      for (let n = 0; n < 7; n++) await spread();
      await stage.store.db.writer('deliveries').update({ next_attempt_at: stage.now() + HOUR_MS });
      await ask('z', { flowId: 'z' }, ['zoe']);
      await spread();
      expect((await share().next(asked(3))).map(flowOf)).to.deep.equal(['z']);
    });
  });
});
