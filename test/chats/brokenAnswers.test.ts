import { expect } from 'chai';
import type { ServerResponse } from 'node:http';
import { createAssistant } from '../../server/chats/assistant.ts';
import { createLlmClient, LLM_LIMITS } from '../../server/chats/llmClient.ts';
import { createPlatformFetch, type Fetch } from '../../server/foundation/http/outbound.ts';
import { BusyError } from '../../server/foundation/database/unitOfWork.ts';
import { newId } from '../../server/foundation/newId.ts';
import { expectProblem } from '../scenarios/support.ts';
import { DONE, event, piece, says, speaks, streams } from '../support/llmEndpoint.ts';
import type { Client } from '../support/product.ts';
import { until } from '../support/until.ts';
import { ASSISTED, log, logOf, make, said, useAssistants, write } from './conversation.ts';

describe("An assistant's answer that breaks off", () => {
  const { stage, endpoint, listenAs } = useAssistants();

  const ways: [string, (response: ServerResponse) => void, noticeId: string][] = [
    ['a lost connection', (response) => response.destroy(), 'llm_broken_stream'],
    ['a premature end', (response) => response.end(), 'llm_broken_stream'],
    ['unreadable data', (response) => response.end(event('{"choices')), 'llm_broken_stream'],
    ['an error in the middle', (response) => response.end(event({ error: {} })), 'llm_unavailable'],
    ['an answer over the limit', (response) => response.write(piece('x'.repeat(100_001))), 'llm_too_long'],
  ];
  for (const [what, breakOff, id] of ways)
    it(`keeps the partial text, and says why there is no more: ${what}`, async () => {
      const { behaviour, begun } = speaks();
      endpoint().behave(behaviour);
      const stream = await listenAs('tim');
      const chat = await make(stage.tim, ASSISTED);
      const { answerId } = await write(stage.tim, chat.id, 'Hi');
      const response = await begun;
      response.write(piece('Half of'));
      await until(() => stream.of('message_delta').length > 0);
      breakOff(response);
      const [, half, reason] = await logOf(stage.tim, chat.id, 3);
      expect(half).to.include({ id: answerId, role: 'ai', content: 'Half of' });
      expect([reason!.role, reason!.notice!.id]).to.deep.equal(['system', id]);
      endpoint().behave(says(' it all'));
      await write(stage.tim, chat.id, 'Go on');
      await logOf(stage.tim, chat.id, 5);
      expect(endpoint().asked.at(-1)!.body.messages.slice(-2), 'the model knows how far it came').to.deep.equal([
        { role: 'assistant', content: 'Half of' },
        { role: 'user', content: 'Go on' },
      ]);
    });

  it('keeps the partial text, and says why there is no more: an endpoint that falls silent', async () => {
    const { behaviour, begun } = speaks();
    endpoint().behave(behaviour);
    const tooLong = new AbortController();
    const patient = createPlatformFetch({}, LLM_LIMITS.exchangeMs);
    const impatient: Fetch = (url, init) => patient(url, { ...init, signal: tooLong.signal });
    const llm = createLlmClient(endpoint().config, impatient, Date.now);
    const assistant = createAssistant({ ...stage.services.ground, llm });
    const stream = await listenAs('tim');
    const chat = await make(stage.tim, { name: 'Without' });
    const { id: person } = (await stage.tim.call<{ id: string }>('GET', '/me')).body;
    await write(stage.tim, chat.id, 'Hi');
    const answerId = await stage.services.ground.units.run((unit) =>
      assistant.answer(unit, { chatId: chat.id, person, logId: null }),
    );
    (await begun).write(piece('Half of'));
    await until(() => stream.of('message_delta').length > 0);
    tooLong.abort(new DOMException('It says nothing', 'TimeoutError'));
    const [, half, reason] = await logOf(stage.tim, chat.id, 3);
    expect(half).to.include({ id: answerId, role: 'ai', content: 'Half of' });
    expect(reason!.notice).to.deep.equal({ id: 'llm_timeout', values: {} });
    await assistant.stop();
  });

  it('is written even if the database cannot be read at first', async () => {
    const { ground } = stage.services;
    let failures = 2;
    const reader = new Proxy(ground.reader, {
      apply(target, _self, [table]: [string]) {
        if (failures-- > 0) throw new BusyError('too many reads are waiting');
        return target(table);
      },
    });
    const llm = createLlmClient(endpoint().config, createPlatformFetch({}, LLM_LIMITS.exchangeMs), Date.now);
    const assistant = createAssistant({ ...ground, reader, llm });
    endpoint().behave(says('Here I am'));
    const chat = await make(stage.tim, { name: 'Without' });
    const { id: person } = (await stage.tim.call<{ id: string }>('GET', '/me')).body;
    await write(stage.tim, chat.id, 'Hi');
    await ground.units.run((unit) => assistant.answer(unit, { chatId: chat.id, person, logId: null }));
    const [, answer] = await logOf(stage.tim, chat.id, 2);
    expect(answer).to.include({ role: 'ai', content: 'Here I am' });
    await assistant.stop();
  });

  it('says that an answer is cut off', async () => {
    endpoint().behave((response: ServerResponse) => void streams(response).end(piece('And then', 'length') + DONE));
    const chat = await make(stage.tim, ASSISTED);
    await write(stage.tim, chat.id, 'Tell me');
    const [, answer, note] = await logOf(stage.tim, chat.id, 3);
    expect(answer).to.include({ role: 'ai', content: 'And then' });
    expect(note!.role).to.equal('system');
    expect(note!.content).to.include('cut off');
    expect(note!.notice).to.deep.equal({ id: 'cutOff', values: {} });
  });

  describe('when it is stopped', () => {
    const stop = (by: Client, chat: string, messageId: string | null) =>
      by.call<unknown>('POST', `/chats/${chat}/messages/${messageId}/stop`);
    const writing = async () => {
      const { behaviour, begun } = speaks();
      endpoint().behave(behaviour);
      const chat = await make(stage.tim, ASSISTED);
      const { answerId } = await write(stage.tim, chat.id, 'Tell me all');
      return { chat: chat.id, answerId: answerId!, response: await begun };
    };

    it('keeps the partial text, says so, and asks the model for no more', async () => {
      const stream = await listenAs('tim');
      const { chat, answerId, response } = await writing();
      const closed = new Promise((resolve) => response.once('close', resolve));
      response.write(piece('At first '));
      await until(() => stream.of('message_delta').length > 0);
      expect((await stop(stage.tim, chat, answerId)).status).to.equal(204);
      const messages = await logOf(stage.tim, chat, 3);
      expect(messages[1]).to.include({ id: answerId, role: 'ai', content: 'At first ' });
      expect(said(messages.slice(2))).to.deep.equal([['system', 'You stopped the answer.']]);
      expect(messages[2]!.notice).to.deep.equal({ id: 'stopped', values: {} });
      await closed;
      await until(() => stream.of('message_added').length === 2);
      expect((await stop(stage.tim, chat, answerId)).status, 'it is over').to.equal(204);
      expect(await log(stage.tim, chat)).to.have.length(3);
    });

    it('before any text, says just that; messages written meanwhile have their turn', async () => {
      const { chat, answerId } = await writing();
      await write(stage.tim, chat, 'And this?');
      endpoint().behave(says('That, too'));
      await stop(stage.tim, chat, answerId);
      const messages = await logOf(stage.tim, chat, 4);
      expect(messages.find(({ id }) => id === answerId)).to.include({ role: 'system' });
      expect(messages.at(-1)).to.include({ role: 'ai', content: 'That, too' });
    });

    it('can be stopped only by the owner of the log', async () => {
      const { chat, answerId, response } = await writing();
      expect((await stop(stage.alan, chat, answerId)).status, 'nothing of his').to.equal(204);
      response.end(piece('All', 'stop') + DONE);
      expect((await logOf(stage.tim, chat, 2)).at(-1)).to.include({ role: 'ai', content: 'All' });
      expectProblem(await stop(stage.tim, newId(stage.now()), answerId), 404, 'not_found');
      expectProblem(await stop(stage.tim, chat, 'no-id'), 404, 'not_found');
    });
  });
});
