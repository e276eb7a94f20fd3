import { expect } from 'chai';
import { PostFailed } from '../../../contract/channel.ts';
import { aRequest } from '../../support/seeds.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { HOUR_MS, useDeliveryStage } from './deliveryStage.ts';
import type { Call } from './recordingChannel.ts';

const SECOND_MS = 1000;
const told = ({ person, shows }: Call) => `${person} ${shows}`;
const OFF = 'the channel chat is not configured';

describe('messages of a channel that an administrator switches off', () => {
  forEachDatabase((_name, openUrl) => {
    const stage = useDeliveryStage(openUrl);
    const { ask, answer, tick, after } = stage;
    const statesOf = async (request: string) =>
      (await stage.deliveries(request)).map(({ state, error }) => [state, error]);
    const off = () => void stage.channels.delete('chat');
    const on = () => void stage.channels.set('chat', stage.chat);

    it('go out when it is switched on, in their order, however many they are', async () => {
      off();
      const many = Array.from({ length: 1100 }, (_, n) => `p${n}`);
      const first = await ask('e', ['ada']);
      await after(SECOND_MS);
      await ask('f', ['ada', ...many]);
      for (let n = 0; n < 3; n++) await tick();
      expect(await statesOf(first)).to.deep.equal([['failed', OFF]]);
      stage.advance(48 * HOUR_MS);
      on();
      for (let n = 0; n < 3; n++) await after(SECOND_MS);
      expect(stage.chat.brought).to.have.length(1102);
      const toAda = stage.chat.brought.filter(({ person }) => person === 'ada');
      expect(toAda.map(({ requestId }) => requestId)[0]).to.equal(first);
      expect(await statesOf(first)).to.deep.equal([['sent', null]]);
    });

    it('wait for a platform that is busy at that moment', async () => {
      off();
      const request = await ask('e', ['ada']);
      await tick();
      stage.advance(48 * HOUR_MS);
      on();
      let isBusy = true;
      stage.chat.fails = () => {
        if (isBusy) throw new PostFailed('Too many messages.', 7000, { isForAll: true });
      };
      await tick();
      isBusy = false;
      await after(10 * SECOND_MS);
      expect(await statesOf(request)).to.deep.equal([['sent', null]]);
    });

    it('show the outcome of their questions, once it is switched on', async () => {
      const request = await ask('e', ['ada', 'grace']);
      await tick();
      off();
      await answer(request, 'grace');
      await after(SECOND_MS);
      expect(stage.chat.brought.map(told)).to.have.members(['ada question', 'grace question']);
      await after(11 * SECOND_MS); // also in the full scan
      on();
      for (let n = 0; n < 11; n++) await after(SECOND_MS);
      expect(stage.chat.brought.map(told).slice(2)).to.have.members(['ada completed', 'grace completed']);
    });

    it('go out even if another server considered it off a moment longer', async () => {
      const late = stage.anotherLoop(undefined, new Map());
      await tick();
      const request = await ask('e', ['ada']);
      await late.tick(stage.now());
      await late.idle();
      expect(await statesOf(request)).to.deep.equal([['failed', OFF]]);
      await after(61 * SECOND_MS);
      expect(await statesOf(request)).to.deep.equal([['sent', null]]);
      await late.stop();
    });

    it('go out as long as one server has the channel, however long another has been without it', async () => {
      const without = stage.anotherLoop(undefined, new Map());
      await after(600 * SECOND_MS);
      for (const flow of ['e', 'f']) {
        const request = await ask(flow, ['ada']);
        await without.tick(stage.now());
        await without.idle();
        expect(await statesOf(request)).to.deep.equal([['failed', OFF]]);
        await after(61 * SECOND_MS);
        expect(await statesOf(request)).to.deep.equal([['sent', null]]);
      }
      await without.stop();
    });

    it('are not sent if nobody needs them any more, and other failures stay as they are', async () => {
      off();
      const answered = await ask('e', ['ada']);
      await tick();
      await answer(answered, 'ada');
      on();
      stage.chat.fails = () => {
        throw new PostFailed('Grace has blocked the bot.', null);
      };
      const blocked = await ask('f', ['grace'], { body: { ...aRequest('f').body } });
      await tick();
      await after(61 * SECOND_MS);
      expect(stage.chat.calls.map(({ requestId }) => requestId)).to.deep.equal([blocked]);
      expect(await statesOf(blocked)).to.deep.equal([['failed', 'Grace has blocked the bot.']]);
    });
  });
});
