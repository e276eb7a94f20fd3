import { expect } from 'chai';
import { PostFailed } from '../../../contract/channel.ts';
import { postFailure } from '../../../contract/postFailures.ts';
import { claimDeliveries, recordResults, type Result } from '../../../server/messages/deliveries/claimStore.ts';
import { afterAttempt } from '../../../server/messages/deliveries/deliveryRules.ts';
import { requeueFailed } from '../../../server/messages/deliveries/deliveryStore.ts';
import { dueHeads } from '../../../server/messages/deliveries/turnStore.ts';
import { REQUEST_KIND } from '../../../server/requests/requestSubject.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { aRequest } from '../../support/seeds.ts';
import { until } from '../../support/until.ts';
import { HOUR_MS, useDeliveryStage } from './deliveryStage.ts';
import type { Call } from './recordingChannel.ts';

const MINUTE_MS = 60_000;
const people = (count: number) => Array.from({ length: count }, (_, n) => `p${String(n).padStart(3, '0')}`);
const told = ({ person, requestId }: Call) => `${person} ${requestId}`;

describe('deliveries under failures', () => {
  forEachDatabase((name, openUrl) => {
    const stage = useDeliveryStage(openUrl);
    const { ask, answer, tick, after } = stage;
    const statesOf = async (request: string) =>
      (await stage.deliveries(request)).map(({ channel, state, error }) => [channel, state, error]);

    it('go to the next channel if a person has blocked this one', async () => {
      stage.chat.fails = ({ person }) => {
        if (person === 'ada') throw new PostFailed('Ada has blocked the bot.', null);
      };
      const request = await ask('e', ['ada', 'grace'], { body: { ...aRequest('e').body, fallback: ['chat', 'mail'] } });
      await tick();
      expect(await statesOf(request)).to.have.deep.members([
        ['chat', 'failed', 'Ada has blocked the bot.'],
        ['chat', 'sent', null],
        ['mail', 'sent', null],
      ]);
      expect(stage.mail.brought.map(({ person }) => person)).to.deep.equal(['ada']);
    });

    it('wait as long as a platform asks everybody to, and lose nothing', async () => {
      let open = 20;
      stage.chat.fails = () => {
        if (open-- <= 0) throw new PostFailed('Too many messages.', 7000, { isForAll: true });
      };
      const request = await ask('e', people(60));
      await tick();
      const begun = stage.chat.calls.length;
      expect(begun, 'it stops soon').to.be.within(21, 20 + 16);
      await ask('f', ['ada']);
      await after(6999);
      expect(stage.chat.calls, 'for all').to.have.length(begun);
      await after(1);
      expect(stage.chat.calls, 'one tries').to.have.length(begun + 1);
      open = Infinity;
      for (let n = 0; n < 3; n++) await after(10_000);
      const brought = stage.chat.brought.map(({ person }) => person);
      expect(brought.sort()).to.deep.equal(['ada', ...people(60)]);
      expect((await stage.deliveries(request)).every(({ state }) => state === 'sent')).to.equal(true);
    });

    for (const isForAll of [true, false])
      it(`arrive in order after ten minutes without the platform (${isForAll ? 'for all' : 'each for itself'})`, async () => {
        stage.chat.fails = () => {
          throw new PostFailed('The platform cannot be reached.', 5000, { isForAll });
        };
        const requests: string[] = [];
        for (let minute = 0; minute < 10; minute++) {
          if (minute % 3 === 0) requests.push(await ask(`e${minute}`, people(5)));
          for (let n = 0; n < 12; n++) await after(5000);
        }
        const calls = stage.chat.calls.length;
        expect(stage.chat.brought).to.deep.equal([]);
        stage.chat.fails = () => {};
        for (let n = 0; n < 120; n++) await after(5000);
        const each = people(5).map((person) =>
          stage.chat.brought.filter((call) => call.person === person).map(({ requestId }) => requestId),
        );
        for (const order of each) expect(order).to.deep.equal(requests);
        expect(stage.chat.calls.length - calls, 'each once').to.equal(20);
        if (isForAll) expect(calls, 'few knocks at a closed door').to.be.below(5 * 2 + 20);
      });

    it('end up on another channel if a platform is down for too long', async () => {
      stage.chat.fails = () => {
        throw new PostFailed('The platform cannot be reached.', 5000, { isForAll: true });
      };
      const request = await ask('e', ['ada'], { body: { ...aRequest('e').body, fallback: ['chat', 'mail'] } });
      for (let n = 0; n < 37; n++) await after(HOUR_MS);
      expect(await statesOf(request)).to.have.deep.members([
        ['chat', 'failed', 'The platform cannot be reached.'],
        ['mail', 'sent', null],
      ]);
    });

    it('go out when the bot finally meets a person whom it could not reach', async () => {
      stage.chat.fails = () => {
        throw new PostFailed('The bot has not met Ada yet.', null);
      };
      const [open, closed] = [await ask('e', ['ada']), await ask('f', ['ada'])];
      await tick();
      await answer(closed, 'ada');
      stage.chat.fails = () => {};
      const { units } = stage.store;
      const requeue = (person: string, channel = 'chat') =>
        units.run(({ trx }) => requeueFailed(trx, [REQUEST_KIND], { channel, person }, stage.now()));
      expect([await requeue('grace'), await requeue('ada', 'mail')]).to.deep.equal([false, false]);
      expect(await requeue('ada')).to.equal(true);
      expect(await statesOf(open)).to.deep.equal([['chat', 'queued', null]]);
      await tick();
      expect(await statesOf(open)).to.deep.equal([['chat', 'sent', null]]);
      expect((await statesOf(closed))[0]![1], 'it asks nobody any more').to.equal('failed');
      await answer(open, 'ada');
      await tick();
      expect(stage.chat.brought.map(({ kind }) => kind)).to.deep.equal(['post', 'rewrite']);
    });

    it('with an unknown result are marked unknown, and sent again', async () => {
      const request = await ask('e', ['ada']);
      const release = stage.chat.hold();
      await stage.loop.tick(stage.now()); // and its server dies
      const [before] = await stage.deliveries(request);
      expect(before).to.include({ state: 'queued', attempts: 1 });
      stage.advance(MINUTE_MS - 1);
      const other = stage.anotherLoop();
      await other.tick(stage.now());
      expect(stage.chat.calls).to.have.length(1);
      stage.advance(1);
      expect((await stage.deliveries(request))[0]).to.include({ state: 'unknown' });
      await other.tick(stage.now());
      expect(stage.chat.calls).to.have.length(2);
      release();
      await stage.loop.idle();
      await other.idle();
      expect((await stage.deliveries(request))[0]).to.include({ state: 'sent', attempts: 2 });
    });

    it('to a platform that hangs neither delay another nor take all slots', async () => {
      const release = stage.chat.hold();
      await ask('e', people(100), { channels: ['chat', 'mail'] });
      await stage.loop.tick(stage.now());
      await until(() => stage.mail.brought.length === 100);
      expect(stage.chat.calls).to.have.length(16);
      release();
      await stage.loop.idle();
      expect(stage.chat.brought).to.have.length(100);
    });

    it('that a platform answers too late are retried, unless the answer arrived meanwhile', async () => {
      const hasty = stage.anotherLoop(20);
      const release = stage.chat.hold();
      const request = await ask('e', ['ada']);
      await hasty.tick(stage.now());
      await hasty.idle();
      expect((await statesOf(request))[0]).to.deep.equal([
        'chat',
        'queued',
        'The platform did not answer in time; the message may have arrived.',
      ]);
      release();
      await until(async () => (await statesOf(request))[0]![1] === 'sent');
      await after(HOUR_MS);
      expect(await statesOf(request)).to.deep.equal([['chat', 'sent', null]]);
      expect(stage.chat.calls.map(told)).to.deep.equal([`ada ${request}`]);
      expect(await stage.store.db.reader('conversations')).to.deep.equal([]);
    });

    it('fail if their channel is gone, or with an internal error, and say so', async () => {
      const gone = await ask('e', ['ada'], { channels: ['pigeon'] });
      const broken = await ask('f', ['grace']);
      stage.chat.fails = () => {
        throw new TypeError('a secret of ours');
      };
      await tick();
      expect(await statesOf(gone)).to.deep.equal([['pigeon', 'failed', 'the channel pigeon is not configured']]);
      const [[, state, error]] = (await statesOf(broken)) as [[string, string, string]];
      expect([state, stage.reported.length]).to.deep.equal(['queued', 1]);
      expect(error).to.include('operators').and.not.include('secret');
    });

    it('fail for a reason that no database can store, and go to the next channel', async () => {
      stage.chat.fails = () => {
        throw new PostFailed(postFailure('mailRefused', { reason: 'no\0 \ud83d' }), null);
      };
      const request = await ask('e', ['ada'], { body: { ...aRequest('e').body, fallback: ['chat', 'mail'] } });
      await tick();
      const [[, state, error], [, instead]] = (await statesOf(request)) as [[string, string, string], [string, string]];
      expect([state, error.slice(0, 36), instead]).to.deep.equal([
        'failed',
        'The mail server refused the mail: no',
        'sent',
      ]);
      expect(stage.reported).to.deep.equal([]);
    });

    it('are sent one at a time per conversation, the oldest first, by any server', async () => {
      const requests: string[] = [];
      for (let n = 0; n < 6; n++) {
        requests.push(await ask(`e${n}`, people(10)));
        stage.advance(1);
      }
      const loops = name === 'PostgreSQL' ? [stage.loop, stage.anotherLoop(), stage.anotherLoop()] : [stage.loop];
      for (let n = 0; n < 20; n++) {
        await Promise.all(loops.map((loop) => loop.tick(stage.now())));
        if (n === 3) await answer(requests[0]!, 'p000');
      }
      await Promise.all(loops.map((loop) => loop.idle()));
      await after(10_000);
      expect(stage.chat.together).to.equal(1);
      const posts = stage.chat.brought.filter(({ kind }) => kind === 'post');
      for (const person of people(10)) {
        const mine = posts.filter((call) => call.person === person).map(({ requestId }) => requestId);
        expect(mine).to.deep.equal(requests.filter((id) => mine.includes(id)));
        expect(mine.length).to.be.within(5, 6);
      }
      expect(new Set(posts.map(told)).size, 'nothing twice').to.equal(posts.length);
      for (const request of requests)
        for (const { state } of await stage.deliveries(request)) expect(state).to.be.oneOf(['sent', 'skipped']);
      expect(await stage.store.db.reader('conversations')).to.deep.equal([]);
      expect(stage.reported).to.deep.equal([]);
    });

    it('leave a conversation to the server that works on it', async () => {
      await ask('e', ['ada']);
      await ask('f', ['ada']);
      stage.chat.fails = () => {
        throw new PostFailed('Later.', HOUR_MS);
      };
      await tick();
      const { db, units } = stage.store;
      const at = stage.now() + 2 * HOUR_MS;
      const origin = { channel: 'chat', flowId: 'flow', startedBy: 'ada' };
      const look = () => dueHeads(db.reader, origin, { now: at, holdSince: at, limit: 10 });
      const [head, ...more] = await look();
      expect(more, 'the oldest only').to.deep.equal([]);
      const claim = () => units.run(({ trx }) => claimDeliveries(trx, [head!], at, at + 1000));
      const claims = (await Promise.all([claim(), claim(), claim()])).flat();
      expect(claims.map(({ attempts }) => attempts)).to.deep.equal([2]);
      const busy = { channel: 'chat', person: 'ada', busy_until: at + 1000 };
      expect(await db.reader('conversations')).to.deep.equal([busy]);
      const others = await look();
      expect(others, 'the next waits for its turn').to.deep.equal([]);

      const before = await db.reader('deliveries').orderBy('id');
      const done: Result = {
        delivery: { ...claims[0]!, attempts: 1, busyUntil: at },
        change: afterAttempt({ kind: 'skipped' }, claims[0]!, { now: at, random: 0 }),
        address: null,
        isRewritten: false,
      };
      await units.run(({ trx }) => recordResults(trx, [done], at));
      expect(await db.reader('deliveries').orderBy('id'), 'an attempt that was made again').to.deep.equal(before);
      expect(await db.reader('conversations')).to.deep.equal([busy]);
      await units.run(({ trx }) => recordResults(trx, [{ ...done, delivery: claims[0]! }], at));
      expect(await db.reader('conversations')).to.deep.equal([]);
      const next = await look();
      expect(next).to.have.length(1);
    });
  });
});
