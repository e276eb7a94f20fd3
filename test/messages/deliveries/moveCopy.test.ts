import { expect } from 'chai';
import { createMoveCopy } from '../../../server/messages/deliveries/moveCopy.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { until } from '../../support/until.ts';
import { useDeliveryStage } from './deliveryStage.ts';
import type { Call } from './recordingChannel.ts';

const MINUTE_MS = 60_000;
const CALL_MS = 20;
const told = ({ kind, person, shows, address }: Call) => `${kind} ${person} ${shows} ${address?.['copy'] ?? ''}`.trim();

describe('a copy that its channel posts again elsewhere', () => {
  forEachDatabase((_, openUrl) => {
    const stage = useDeliveryStage(openUrl);
    const { ask, answer, tick, after } = stage;
    const rewritten = () => stage.chat.brought.filter(({ kind }) => kind === 'rewrite').map(told);

    const move = (subjectId: string, copy: string) =>
      createMoveCopy({ units: stage.store.units, now: stage.now })({
        ...{ subjectId, person: 'ada', channel: 'chat', address: { copy } },
        shown: { version: 1, state: 'question' },
      });

    it('is the one that shows the outcome', async () => {
      const request = await ask('e', ['ada']);
      await tick();
      const [copy] = await stage.deliveries(request);
      expect(await move(request, 'below'), 'the earlier address').to.deep.equal({ copy: copy!.id });
      expect(await move(request, 'at the end')).to.deep.equal({ copy: 'below' });
      await answer(request, 'ada');
      await after(MINUTE_MS);
      expect(rewritten()).to.deep.equal(['rewrite ada completed at the end']);
    });

    it('shows the outcome, too, if the question was answered just before', async () => {
      const request = await ask('e', ['ada']);
      await tick();
      await answer(request, 'ada');
      await after(MINUTE_MS);
      await move(request, 'below');
      await after(MINUTE_MS);
      expect(rewritten().at(-1)).to.equal('rewrite ada completed below');
    });

    it('follows the question again if the earlier one could not', async () => {
      const request = await ask('e', ['ada']);
      await tick();
      await stage.store.units.run(({ trx }) =>
        trx('deliveries').update({ settled_at: stage.now(), error: 'The card is gone.' }),
      );
      await move(request, 'below');
      expect((await stage.deliveries(request))[0]).to.include({ state: 'sent', error: null });
      await answer(request, 'ada');
      await after(MINUTE_MS);
      expect(rewritten()).to.deep.equal(['rewrite ada completed below']);
    });

    it('is not moved where there is none, and while it is rewritten', async () => {
      const request = await ask('e', ['ada', 'grace'], { strategy: 'all' });
      expect(await move(request, 'below'), 'before it is posted').to.equal(null);
      await tick();
      expect(await move(`${request}-of-another`, 'below')).to.equal(null);
      await answer(request, 'grace');
      const release = stage.chat.hold();
      stage.advance(MINUTE_MS);
      await stage.loop.tick(stage.now());
      await until(() => stage.chat.calls.some(({ kind, person }) => kind === 'rewrite' && person === 'ada'));
      expect(await move(request, 'below'), 'while it is rewritten').to.equal(null);
      release();
      await stage.loop.idle();
    });

    it('is not taken for the earlier one when a platform was late with that', async () => {
      const hasty = stage.anotherLoop(CALL_MS);
      const work = async (ms: number) => {
        stage.advance(ms);
        await hasty.tick(stage.now());
        await hasty.idle();
      };
      const request = await ask('e', ['ada']);
      await work(0);
      await answer(request, 'ada');
      const release = stage.chat.hold();
      await work(MINUTE_MS);
      expect(stage.chat.calls.at(-1)!.kind, 'it waits for the platform').to.equal('rewrite');
      await move(request, 'below');
      release();
      await until(() => rewritten().length === 1);
      await work(MINUTE_MS);
      await work(MINUTE_MS);
      expect(rewritten().at(-1)).to.equal('rewrite ada completed below');
      expect((await stage.deliveries(request))[0]!.shown).to.include({ state: 'closed' });
    });
  });
});
