import { expect } from 'chai';
import { newId } from '../../server/foundation/newId.ts';
import { forEachDatabase } from '../support/databases.ts';
import { DONE, piece, refuses, says, speaks, streams, type Behaviour } from '../support/llmEndpoint.ts';
import { until } from '../support/until.ts';
import { ASSISTED, log, logOf, make, said, useAssistants, write } from './conversation.ts';

const HOUR_MS = 3_600_000;

forEachDatabase((database, openUrl) =>
  describe(`People who wait for an assistant, on ${database}`, () => {
    const { stage, endpoint } = useAssistants({ openUrl });

    /** A chat in which a server that died was about to answer. */
    async function abandoned(): Promise<{ chat: string; messageId: string }> {
      const chat = (await make(stage.tim, ASSISTED)).id;
      const { id: person } = (await stage.tim.call<{ id: string }>('GET', '/me')).body;
      const messageId = newId(stage.now());
      const row = { chat_id: chat, person, message_id: messageId, due_at: stage.now() + 30_000 };
      await stage.services.ground.units.run(async ({ trx }) => void (await trx('chat_answers').insert(row)));
      return { chat, messageId };
    }

    it('get an answer to what they wrote while a dead server was answering', async () => {
      const { chat, messageId } = await abandoned();
      endpoint().behave(says('Here I am'));
      expect((await write(stage.tim, chat, 'Are you there?')).answerId).to.equal(null);
      await stage.after(20_000);
      await stage.after(11_000);
      const messages = await logOf(stage.tim, chat, 3);
      expect(messages[0]).to.include({ id: messageId, role: 'system' });
      expect(said(messages.slice(1))).to.deep.equal([
        ['user', 'Are you there?'],
        ['ai', 'Here I am'],
      ]);
    });

    it('hear within a minute that a server died, even after the clock was set back', async () => {
      const { chat, messageId } = await abandoned();
      const { loop } = stage.services.work.assistant;
      for (let ms = 0; ms <= 60_000; ms += 3000) await loop.tick(stage.now() - HOUR_MS + ms, ms);
      expect((await log(stage.tim, chat))[0]).to.include({ id: messageId, role: 'system' });
    });

    it('get no answer to what they wrote once the chat had a flow, or no assistant, instead', async () => {
      const { behaviour, begun } = speaks();
      endpoint().behave(behaviour);
      const chat = (await make(stage.tim, ASSISTED)).id;
      await write(stage.tim, chat, 'One');
      const response = await begun;
      await write(stage.tim, chat, 'Two');
      const waiting = stage.services.ground.reader('chat_answers').where({ chat_id: chat });
      stage.advance(1000);
      await stage.tim.call('PUT', `/chats/${chat}`, { name: 'Quiet', users: [] });
      stage.advance(1000);
      endpoint().behave(says('To both'));
      const asked = endpoint().asked.length;
      expect((await write(stage.tim, chat, 'Three')).answerId).to.equal(null);
      response.end(piece('To one', 'stop') + DONE);
      await logOf(stage.tim, chat, 5);
      expect(endpoint().asked.length - asked, 'to what was written before').to.equal(1);
      await until(async () => (await waiting).length === 0);
      const again = speaks();
      endpoint().behave(again.behaviour);
      await stage.tim.call('PUT', `/chats/${chat}`, { ...ASSISTED, users: [] });
      await write(stage.tim, chat, 'Four');
      const next = await again.begun;
      stage.advance(1000);
      await stage.tim.call('PUT', `/chats/${chat}`, { name: 'Quiet', users: [] });
      stage.advance(1000);
      await write(stage.tim, chat, 'Five');
      next.end(piece('To four', 'stop') + DONE);
      await until(async () => (await waiting).length === 0);
      expect(said((await log(stage.tim, chat)).slice(5))).to.deep.equal([
        ['user', 'Four'],
        ['ai', 'To four'],
        ['user', 'Five'],
      ]);
    });

    const halves: Behaviour = (response) => void streams(response).end(piece('Half \ud83d', 'length') + DONE);
    const strange: [string, Behaviour, RegExp][] = [
      ['a refusal with NUL', refuses(400, { message: 'No\0.' }), /status 400: “No\ufffd”/],
      ['a refusal cut within a character', refuses(400, { message: `${'x'.repeat(299)}👋` }), /x”\.$/],
      ['half a character', halves, /^Half \ufffd$/],
      ['nothing but direction characters', says('\u202e\u202d'), /empty answer/],
    ];
    for (const [what, behaviour, text] of strange)
      it(`are told what an endpoint says that cannot be stored as it is: ${what}`, async () => {
        endpoint().behave(behaviour);
        const chat = (await make(stage.tim, ASSISTED)).id;
        const { answerId } = await write(stage.tim, chat, 'Hi');
        const [, answer] = await logOf(stage.tim, chat, 2);
        expect(answer!.id).to.equal(answerId);
        expect(answer!.content).to.match(text);
      });
  }),
);
