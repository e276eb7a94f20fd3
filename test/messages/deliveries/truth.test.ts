import { expect } from 'chai';
import { PostFailed } from '../../../contract/channel.ts';
import { MOST_PROGRESS_OF } from '../../../server/messages/deliveries/deliveryRules.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { aRequest } from '../../support/seeds.ts';
import { HOUR_MS, useDeliveryStage } from './deliveryStage.ts';
import type { Call } from './recordingChannel.ts';

const told = ({ kind, person, shows }: Call) => `${kind} ${person} ${shows}`;

describe('truth on every copy', () => {
  forEachDatabase((_, openUrl) => {
    const stage = useDeliveryStage(openUrl);
    const { ask, answer, tick, after } = stage;
    const settled = async (request: string) => (await rows(request)).every(({ settled_at }) => settled_at !== null);
    const rows = (request: string) =>
      stage.store.db.reader('deliveries').where({ subject_id: request }).orderBy('person');

    it('is brought to each once when one person has answered', async () => {
      const request = await ask('e', ['ada', 'grace', 'tim'], { channels: ['chat', 'mail'] });
      await tick();
      expect(stage.chat.brought.map(told).sort()).to.deep.equal([
        'post ada question',
        'post grace question',
        'post tim question',
      ]);
      expect(await settled(request)).to.equal(false);
      await answer(request, 'grace');
      for (let n = 0; n < 4; n++) await after(20_000);
      const rewritten = stage.chat.brought.slice(3);
      expect(rewritten.map(told).sort()).to.deep.equal([
        'rewrite ada completed',
        'rewrite grace completed',
        'rewrite tim completed',
      ]);
      const [first] = rewritten;
      expect(first!.message).to.include({ kind: 'outcome', text: 'Grace answered: yes' });
      const copies = (await rows(request)).filter(({ channel }) => channel === 'chat');
      expect(rewritten.map(({ address }) => address!['copy']).sort(), 'each its own').to.deep.equal(
        copies.map(({ id }) => id).sort(),
      );
      expect(stage.mail.calls.map(told), 'a mail stays as it is').to.have.length(3);
      expect(await settled(request)).to.equal(true);
      for (const { channel, shown, state, error } of await stage.deliveries(request)) {
        expect([state, error]).to.deep.equal(['sent', null]);
        expect(shown!.state).to.equal(channel === 'chat' ? 'closed' : 'question');
      }
    });

    it('is brought when the deadline has passed, and when no answer is needed any more', async () => {
      const expired = await ask('e', ['ada'], { expiresAt: stage.now() + HOUR_MS });
      const cancelled = await ask('f', ['grace']);
      await tick();
      await stage.store.units.run((unit) => stage.broker.cancel(unit, [cancelled], 'it was stopped', stage.now()));
      stage.advance(HOUR_MS);
      for (const loop of stage.broker.loops) await loop.tick(stage.now());
      await tick();
      expect(stage.chat.brought.slice(2).map(told).sort()).to.deep.equal([
        'rewrite ada timed_out',
        'rewrite grace cancelled',
      ]);
      expect([await settled(expired), await settled(cancelled)]).to.deep.equal([true, true]);
    });

    it('shows no count of answers if so many are asked that no copy would follow it', async () => {
      const counts = async (people: number) => {
        const before = stage.chat.brought.length;
        const names = Array.from({ length: people }, (_person, n) => `p${n}`);
        const request = await ask(`of${people}`, names, { strategy: 'all' });
        await tick();
        const posted = stage.chat.brought.slice(before).map(({ message }) => message as { progress: object | null });
        expect(posted).to.have.length(people);
        const counted = posted.filter(({ progress }) => progress !== null).length;
        await answer(request, 'p0');
        await after(60_000);
        const own = stage.chat.brought.findLast(({ person, kind }) => person === 'p0' && kind === 'rewrite')!;
        return [counted, (own.message as { progress: object | null }).progress];
      };
      expect(await counts(MOST_PROGRESS_OF)).to.deep.equal([MOST_PROGRESS_OF, { answered: 1, of: MOST_PROGRESS_OF }]);
      expect(await counts(MOST_PROGRESS_OF + 1), 'also on the card of a person who has answered').to.deep.equal([
        0,
        null,
      ]);
    });

    it('counts the answers so far, at most every 30 s, with a new token', async () => {
      const request = await ask('e', ['ada', 'grace', 'tim', 'ken'], { strategy: 'all' });
      await tick();
      const begin = stage.now();
      await after(1000);
      await answer(request, 'ada');
      await tick();
      await after(9000);
      await answer(request, 'grace');
      for (let second = 10; second < 70; second++) await after(1000);
      const rewrites = stage.chat.brought.slice(4).map((call) => {
        const { progress } = call.message as { progress: { answered: number } };
        return `${(call.at - begin) / 1000} s: ${call.person} ${call.shows} ${progress.answered}`;
      });
      expect(rewrites.sort()).to.deep.equal([
        '1 s: ada answered 1',
        '11 s: grace answered 2',
        '30 s: ken question 2',
        '30 s: tim question 2',
        '31 s: ada answered 2',
      ]);
      await answer(request, 'tim');
      await answer(request, 'ken');
      await tick();
      expect(stage.chat.brought.slice(9).map(told).sort(), 'how it ended does not wait').to.deep.equal([
        'rewrite ada completed',
        'rewrite grace completed',
        'rewrite ken completed',
        'rewrite tim completed',
      ]);
      const tokens = stage.chat.brought.map(({ shows, token }) => ({ shows, token }));
      for (const { shows, token } of tokens) expect(token === null, shows).to.equal(shows !== 'question');
      const minted = tokens.flatMap(({ token }) => token ?? []);
      expect(new Set(minted).size).to.equal(6);
      expect(await stage.store.db.reader('tokens')).to.have.length(6);
    });

    it('does not count for many people', async () => {
      const people = Array.from({ length: 21 }, (_unused, n) => `p${n}`);
      const request = await ask('e', people, { strategy: 'all' });
      await tick();
      await answer(request, 'p3');
      for (let n = 0; n < 5; n++) await after(20_000);
      expect(stage.chat.brought.slice(21).map(told)).to.deep.equal(['rewrite p3 answered']);
    });

    it('is brought to a copy that was in flight when the answer came', async () => {
      const release = stage.chat.hold();
      const request = await ask('e', ['ada']);
      await stage.loop.tick(stage.now());
      expect(stage.chat.calls.map(told)).to.deep.equal(['post ada question']);
      await answer(request, 'ada');
      await stage.loop.tick(stage.now());
      expect(stage.chat.calls, 'one at a time').to.have.length(1);
      release();
      await stage.loop.idle();
      expect(stage.chat.brought.map(told)).to.deep.equal(['post ada question', 'rewrite ada completed']);
      expect(await settled(request)).to.equal(true);
    });

    it('is retried until it is shown, with the reason if it is not', async () => {
      const request = await ask('e', ['ada']);
      await tick();
      await answer(request, 'ada');
      let failures = 0;
      stage.chat.fails = () => {
        if (++failures <= 2) throw new PostFailed('Not now.', 60_000);
      };
      await tick();
      expect((await stage.deliveries(request))[0]).to.deep.include({ state: 'sent', error: 'Not now.' });
      await after(59_000);
      expect(failures, 'not before its time').to.equal(1);
      await after(1000);
      await after(60_000);
      const [delivery] = await stage.deliveries(request);
      expect(delivery).to.deep.include({ state: 'sent', error: null });
      expect(delivery!.shown).to.deep.equal({ state: 'closed', version: 2, at: stage.now() });
    });

    it('stays away where it can never be shown', async () => {
      const request = await ask('e', ['ada']);
      await tick();
      await answer(request, 'ada');
      stage.chat.fails = () => {
        throw new PostFailed('The message was deleted.', null);
      };
      for (let n = 0; n < 3; n++) await after(HOUR_MS);
      expect(stage.chat.calls).to.have.length(2);
      const [delivery] = await stage.deliveries(request);
      expect(delivery).to.deep.include({ state: 'sent', error: 'The message was deleted.' });
      expect(delivery!.shown!.state).to.equal('question');
      expect(await settled(request)).to.equal(true);
    });

    it('does not reach people who never had a copy', async () => {
      const request = await ask('e', ['ada'], {
        body: { ...aRequest('e').body, fallback: ['mail'] },
      });
      await answer(request, 'ada');
      await tick();
      await after(HOUR_MS);
      expect(stage.chat.calls.concat(stage.mail.calls)).to.deep.equal([]);
      expect((await stage.deliveries(request)).map(({ state }) => state)).to.deep.equal(['skipped']);
    });

    describe('when a server dies between its commit and the signal', () => {
      const deaf = useDeliveryStage(openUrl, { hears: false });

      it('is found by a full scan every 10 s', async () => {
        const request = await deaf.ask('e', ['ada', 'grace']);
        await deaf.tick();
        await deaf.answer(request, 'ada');
        await deaf.after(9999);
        expect(deaf.chat.brought).to.have.length(2);
        await deaf.after(1);
        expect(deaf.chat.brought.slice(2).map(told).sort()).to.deep.equal([
          'rewrite ada completed',
          'rewrite grace completed',
        ]);
      });

      it('is found at once by a server that starts', async () => {
        const request = await deaf.ask('e', ['ada']);
        await deaf.tick();
        await deaf.answer(request, 'ada');
        const other = deaf.anotherLoop();
        await other.tick(deaf.now());
        await other.idle();
        expect(deaf.chat.brought.map(told)).to.deep.equal(['post ada question', 'rewrite ada completed']);
      });
    });
  });
});
