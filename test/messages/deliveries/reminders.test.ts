import { expect } from 'chai';
import type { Notice } from '../../../contract/messages.ts';
import { insertOrders } from '../../../server/messages/deliveries/deliveryStore.ts';
import { insertNudge } from '../../../server/requests/nudgeStore.ts';
import { NUDGE_KIND } from '../../../server/requests/nudgeSubject.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { aPerson } from '../../support/seeds.ts';
import { HOUR_MS, useDeliveryStage } from './deliveryStage.ts';
import type { Call } from './recordingChannel.ts';

const told = ({ kind, person, message }: Call) => `${kind} ${person}: ${(message as Notice).title}`;

describe('reminders that were sent', () => {
  forEachDatabase((_, openUrl) => {
    const stage = useDeliveryStage(openUrl);

    /** Reminds those who have not answered. */
    async function remind(requestId: string, channel = 'chat'): Promise<void> {
      const id = `nudge-${requestId}`;
      await stage.store.units.run(async ({ trx }) => {
        await insertNudge(trx, { id, requestId, sentBy: aPerson('tim'), at: stage.now() });
        await insertOrders(trx, [{ kind: NUDGE_KIND.name, subjectId: id, channel, dueAt: stage.now() }]);
      });
    }
    const reminders = () => stage.chat.brought.filter(({ message }) => message.kind === 'notice').map(told);
    const later = async () => {
      for (let n = 0; n < 4; n++) await stage.after(20_000);
    };

    it('change once, when nobody waits for their reader any more', async () => {
      const request = await stage.ask('e', ['ada', 'grace']);
      await remind(request);
      await stage.tick();
      await later();
      const sent = ['post ada: Reminder: Tim waits for your answer', 'post grace: Reminder: Tim waits for your answer'];
      expect(reminders().sort()).to.deep.equal(sent);
      await stage.answer(request, 'grace');
      await later();
      expect(reminders().slice(2).sort()).to.deep.equal([
        'rewrite ada: Reminder: your answer is no longer needed',
        'rewrite grace: Reminder: you have answered',
      ]);
    });

    it('change for who has answered, and for the others when it is too late', async () => {
      const request = await stage.ask('e', ['ada', 'grace'], { strategy: 'all', expiresAt: stage.now() + HOUR_MS });
      await remind(request);
      await stage.tick();
      await stage.answer(request, 'grace');
      await later();
      expect(reminders().slice(2)).to.deep.equal(['rewrite grace: Reminder: you have answered']);
      stage.advance(HOUR_MS);
      for (const loop of stage.broker.loops) await loop.tick(stage.now());
      await later();
      expect(reminders().slice(3)).to.deep.equal(['rewrite ada: Reminder: your answer is no longer needed']);
    });

    it('stay as they are in mails', async () => {
      const request = await stage.ask('e', ['ada'], { channels: [] });
      await remind(request, 'mail');
      await stage.tick();
      await stage.answer(request, 'ada');
      await later();
      expect(stage.mail.calls.map(told)).to.deep.equal(['post ada: Reminder: Tim waits for your answer']);
      expect(await stage.store.db.reader('deliveries').whereNull('settled_at')).to.deep.equal([]);
    });

    it('are not sent any more once the question is over', async () => {
      const request = await stage.ask('e', ['ada'], { channels: [] });
      await remind(request);
      await stage.answer(request, 'ada');
      await later();
      expect(stage.chat.calls).to.deep.equal([]);
    });
  });
});
