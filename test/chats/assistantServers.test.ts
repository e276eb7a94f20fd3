import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Chat, ChatMessage, Posted } from '../../contract/chats.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { openDatabase } from '../../server/foundation/database/connection.ts';
import { forEachDatabase } from '../support/databases.ts';
import { beating, listen } from '../support/listen.ts';
import { DONE, piece, says, speaks, startLlmEndpoint, type LlmEndpoint } from '../support/llmEndpoint.ts';
import { postgresUrl } from '../support/postgres.ts';
import { startProduct, type Client, type TestProduct, type TestProductOptions } from '../support/product.ts';
import { until } from '../support/until.ts';

const TIM = 'tim@sandbox.test';
/** Longer than a unit waits for the database. */
const BUSY_MS = 6000;
const ASSISTED = { name: 'Help', assistant: { enabled: true } };

describe('The assistant of a chat on servers that come and go', () => {
  let endpoint: LlmEndpoint;
  let sandbox: Sandbox;
  before(async () => {
    endpoint = await startLlmEndpoint();
    sandbox = await startSandbox({ portBase: 0 });
  });
  after(async () => {
    await endpoint.close();
    await sandbox.close();
  });

  const startServer = (databaseUrl: string, more: TestProductOptions = {}): Promise<TestProduct> =>
    startProduct({ ...more, sandbox, databaseUrl, config: { llm: endpoint.config, key: '0'.repeat(64) } });
  const loopOf = ({ product }: TestProduct) => product.services.work.assistant.loop;
  const log = async (tim: Client, chat: string): Promise<ChatMessage[]> =>
    (await tim.call<{ items: ChatMessage[] }>('GET', `/chats/${chat}/messages`)).body.items;

  /** A chat in which the assistant has started to answer. */
  async function inTheMiddle(server: TestProduct) {
    const { behaviour, begun } = speaks();
    endpoint.behave(behaviour);
    const tim = await server.as(TIM);
    const chat = (await tim.call<Chat>('POST', '/chats', ASSISTED)).body.id;
    const { answerId } = (await tim.call<Posted>('POST', `/chats/${chat}/messages`, { content: 'Hi' })).body;
    return { chat, answerId, response: await begun };
  }

  forEachDatabase((_, openUrl) => {
    it('is interrupted when its server stops: the partial answer stays, marked as incomplete', async () => {
      const databaseUrl = await openUrl();
      const first = await startServer(databaseUrl);
      const { chat, answerId, response } = await inTheMiddle(first);
      const stream = await listen(first.url, await sandbox.tokenFor(TIM));
      await beating(stream);
      response.write(piece('So far'));
      await until(() => stream.of('message_delta').length > 0);
      stream.close();
      await first.close();
      const second = await startServer(databaseUrl);
      endpoint.behave(says('Welcome back'));
      const tim = await second.as(TIM);
      const [notice, interrupted] = await log(tim, chat);
      expect(interrupted).to.include({ id: answerId, role: 'ai', content: 'So far' });
      expect(notice).to.include({ role: 'system' });
      expect(notice!.content).to.include('the server stopped');
      await tim.call('POST', `/chats/${chat}/messages`, { content: 'Again' });
      await until(async () => (await log(tim, chat)).length === 5);
      expect((await log(tim, chat))[0]).to.include({ role: 'ai', content: 'Welcome back' });
      await second.close();
    });
  });

  it('answers messages written while a clock was set back, in their order', async () => {
    let backMs = 0;
    const server = await startProduct({
      ...{ sandbox, withLoops: false, now: () => Date.now() - backMs },
      config: { llm: endpoint.config },
    });
    const { chat, response } = await inTheMiddle(server);
    const tim = await server.as(TIM);
    backMs = 30_000;
    const { answerId } = (await tim.call<Posted>('POST', `/chats/${chat}/messages`, { content: 'And then?' })).body;
    expect(answerId, 'one at a time').to.equal(null);
    endpoint.behave(says('That'));
    response.end(piece('This', 'stop') + DONE);
    await until(async () => (await log(tim, chat)).length === 4);
    expect((await log(tim, chat)).reverse().map(({ content }) => content)).to.deep.equal([
      ...['Hi', 'This', 'And then?', 'That'],
    ]);
    expect(endpoint.asked.at(-1)!.body.messages.map(({ content }) => content)).to.deep.equal([
      ...['Hi', 'This', 'And then?'],
    ]);
    await server.close();
  });

  it('stores an answer even if the database fails for a while', async function () {
    this.timeout(60_000);
    const server = await startProduct({ sandbox, config: { llm: endpoint.config } });
    const { chat, answerId, response } = await inTheMiddle(server);
    const { writer: blocker, close } = await openDatabase(server.config.databaseUrl);
    await blocker.raw('begin immediate');
    response.end(piece('Long and dear', 'stop') + DONE);
    await sleep(BUSY_MS);
    await blocker.raw('rollback');
    await close();
    const tim = await server.as(TIM);
    await until(async () => (await log(tim, chat)).length === 2);
    expect((await log(tim, chat))[0]).to.include({ id: answerId, role: 'ai', content: 'Long and dear' });
    await server.close();
  });

  describe('two of them on one PostgreSQL', function () {
    this.timeout(60_000); // the first suite starts the server
    it('stream to those concerned, whichever server they are connected to', async () => {
      const databaseUrl = await postgresUrl();
      const [writer, other] = [await startServer(databaseUrl), await startServer(databaseUrl)];
      const stream = await listen(other.url, await sandbox.tokenFor(TIM));
      await beating(stream);
      const { chat, answerId, response } = await inTheMiddle(writer);
      const long = 'Ein Wort, 一句话 👋\n'.repeat(500);
      response.write(piece(long));
      const heard = () =>
        stream
          .of('message_delta')
          .map(({ text }) => text)
          .join('');
      await until(() => heard().length === long.length);
      expect(heard()).to.equal(long);
      const again = await (await other.as(TIM)).call<Posted>('POST', `/chats/${chat}/messages`, { content: 'And?' });
      expect(again.body.answerId, 'one at a time, on all servers').to.equal(null);
      endpoint.behave(says('That was all'));
      response.end(piece(null, 'stop') + DONE);
      const tim = await other.as(TIM);
      await until(async () => (await log(tim, chat)).length === 4);
      const messages = (await log(tim, chat)).reverse();
      expect(messages[1]).to.include({ id: answerId, content: long });
      expect(messages[3]).to.include({ role: 'ai', content: 'That was all' });
      stream.close();
      await Promise.all([writer.close(), other.close()]);
    });

    it("keep writing whatever another server's clock says", async () => {
      const databaseUrl = await postgresUrl();
      const aheadMs = 31_000;
      const [writer, other] = [
        await startServer(databaseUrl, { withLoops: false }),
        await startServer(databaseUrl, { withLoops: false, now: () => Date.now() + aheadMs }),
      ];
      const { chat, answerId, response } = await inTheMiddle(writer);
      const begin = Date.now();
      for (let ms = 0; ms < 40_000; ms += 3000) {
        await loopOf(writer).tick(begin + ms, ms);
        await loopOf(other).tick(begin + ms + aheadMs, ms);
      }
      response.end(piece('All of it', 'stop') + DONE);
      const tim = await other.as(TIM);
      await until(async () => (await log(tim, chat)).length === 2);
      expect((await log(tim, chat))[0]).to.include({ id: answerId, role: 'ai', content: 'All of it' });
      await Promise.all([writer.close(), other.close()]);
    });

    it('stop when another server is asked to stop them', async () => {
      const databaseUrl = await postgresUrl();
      const [writer, other] = [await startServer(databaseUrl), await startServer(databaseUrl)];
      const stream = await listen(other.url, await sandbox.tokenFor(TIM));
      await beating(stream);
      const { chat, answerId, response } = await inTheMiddle(writer);
      response.write(piece('So far'));
      await until(() => stream.of('message_delta').length > 0);
      const tim = await other.as(TIM);
      await tim.call('POST', `/chats/${chat}/messages/${answerId}/stop`);
      await until(async () => (await log(tim, chat)).length === 3);
      expect((await log(tim, chat))[1]).to.include({ id: answerId, role: 'ai', content: 'So far' });
      stream.close();
      await Promise.all([writer.close(), other.close()]);
    });
  });
});
