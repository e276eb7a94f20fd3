import { expect } from 'chai';
import { forEachDatabase } from '../../support/databases.ts';
import { until } from '../../support/until.ts';
import { useDeliveryStage } from './deliveryStage.ts';
import type { Call } from './recordingChannel.ts';

const CALL_MS = 20;
const MINUTE_MS = 60_000;
const told = ({ kind, person, shows }: Call) => `${kind} ${person} ${shows}`;

describe('a call that a platform answers after the server has given it up', () => {
  forEachDatabase((_, openUrl) => {
    const stage = useDeliveryStage(openUrl);
    const { ask, answer } = stage;

    /** A server that does not wait long for a platform does what is due after this long. */
    function useHasty() {
      const hasty = stage.anotherLoop(CALL_MS);
      return async (ms: number) => {
        stage.advance(ms);
        await hasty.tick(stage.now());
        await hasty.idle();
      };
    }

    it('has posted a copy, which shows the outcome although the question was answered meanwhile', async () => {
      const work = useHasty();
      const release = stage.chat.hold();
      const request = await ask('e', ['ada']);
      await work(0);
      await answer(request, 'ada');
      await work(MINUTE_MS);
      expect((await stage.deliveries(request))[0]).to.include({ state: 'skipped' });
      release();
      await until(async () => (await stage.deliveries(request))[0]!.state === 'sent');
      await work(MINUTE_MS);
      expect(stage.chat.brought.map(told)).to.deep.equal(['post ada question', 'rewrite ada completed']);
      expect((await stage.deliveries(request))[0]!.shown).to.include({ state: 'closed' });
    });

    it('has rewritten a copy, which shows the outcome again although it was shown before', async () => {
      const work = useHasty();
      const request = await ask('e', ['ada', 'grace'], { strategy: 'all' });
      await work(0);
      await answer(request, 'ada');
      const release = stage.chat.hold();
      await work(MINUTE_MS);
      const before = stage.chat.brought.length;
      const letThrough = stage.chat.hold();
      letThrough();
      await answer(request, 'grace');
      await work(MINUTE_MS);
      const graces = () => stage.chat.brought.filter(({ person }) => person === 'grace').map(told);
      expect(graces().at(-1)).to.equal('rewrite grace completed');
      release();
      await until(() => stage.chat.brought.length === before + 4);
      expect(graces().at(-1), 'the platform was late').to.equal('rewrite grace question');
      await until(async () => (await stage.deliveries(request)).every(({ shown }) => shown!.state !== 'closed'));
      await work(MINUTE_MS);
      expect(graces().at(-1)).to.equal('rewrite grace completed');
      for (const { shown } of await stage.deliveries(request)) expect(shown).to.include({ state: 'closed' });
    });
  });
});
