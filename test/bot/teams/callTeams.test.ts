import type { AddressInfo } from 'node:net';
import { createServer, type RequestListener, type Server } from 'node:http';
import { expect } from 'chai';
import { CallFailed, toPostFailed } from '../../../bot/teams/callTeams.ts';
import { createConnector } from '../../../bot/teams/connector.ts';
import { PostFailed } from '../../../contract/channel.ts';
import { rejection } from '../../people/tenant.ts';
import { freePort } from '../../support/freePort.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');

describe('a failed call to Teams', () => {
  const FINAL = null;
  const TABLE: [status: number | null, retryAfterMs: number | null, isForAll: boolean, words: RegExp][] = [
    [null, 5000, true, /cannot be reached/],
    [429, 5000, true, /asks us to wait/],
    [503, 5000, true, /asks us to wait/],
    [401, 300_000, true, /token of the bot/],
    [408, 5000, false, /right now/],
    [412, 5000, false, /right now/],
    [500, 5000, false, /right now/],
    [502, 5000, false, /right now/],
    [504, 5000, false, /right now/],
    [403, FINAL, false, /Grace.*blocked or uninstalled/],
    [404, FINAL, false, /Grace.*gone/],
    [413, FINAL, false, /larger/],
    [400, FINAL, false, /refused/],
    [302, FINAL, false, /refused/],
  ];
  for (const [status, retryAfterMs, isForAll, words] of TABLE)
    it(`with ${status ?? 'no answer'} ${retryAfterMs === FINAL ? 'is final' : 'is retried'}${isForAll ? ', for everybody' : ''}`, () => {
      const failed = toPostFailed(new CallFailed(status, 'Code', null), 'Grace') as PostFailed;
      expect(failed).to.be.instanceOf(PostFailed);
      expect(failed).to.include({ retryAfterMs, isForAll });
      expect(failed.message).to.match(words);
      if (status !== null) expect(failed.message).to.include(String(status)).and.to.include('Code');
    });

  for (const [code, retryAfterMs, isForAll, isLost] of [
    ['InvalidBotApiHost', 300_000, true, false],
    ['NotEnoughPermissions', 300_000, true, false],
    ['BotDisabledByAdmin', 300_000, false, false],
    ['ConversationBlockedByUser', FINAL, false, true],
    ['BotNotInConversationRoster', FINAL, false, true],
    ['ForbiddenOperationException', FINAL, false, true],
  ] as const)
    it(`${code} is ${retryAfterMs === FINAL ? 'about the conversation' : 'for an administrator to fix'}`, () => {
      const failed = new CallFailed(403, code, null);
      expect(failed.isLost).to.equal(isLost);
      expect(toPostFailed(failed, 'Grace')).to.include({ retryAfterMs, isForAll });
    });

  it('respects the time that Teams names', () => {
    expect(toPostFailed(new CallFailed(429, '', 90_000), 'Grace')).to.include({ retryAfterMs: 90_000 });
  });

  it('is treated differently if the error is ours', () => {
    const fault = new TypeError('x is not a function');
    expect(toPostFailed(fault, 'Grace')).to.equal(fault);
  });
});

describe('calls to Teams', () => {
  const connector = createConnector(
    { appId: '30000000-0000-4000-8000-000000000003', appPassword: 'secret', tenantId: 't' },
    { now: () => NOW, originOf: (origin) => origin, appToken: async () => 'a-token' },
  );
  let server: Server;
  let calls = 0;
  let answer: RequestListener;
  const send = () => {
    const { port } = server.address() as AddressInfo;
    return connector.send({ conversationId: 'c', serviceUrl: `http://127.0.0.1:${port}/` }, 'Hello');
  };
  before((done) => {
    server = createServer((request, response) => {
      calls++;
      answer(request, response);
    }).listen(0, '127.0.0.1', done);
  });
  after(() => void server.close());
  beforeEach(() => void (calls = 0));

  for (const [retryAfter, expected] of [
    ['7', 7000],
    ['0.5', 500],
    ['Sat, 21 Nov 2026 10:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['soon', null],
  ] as const)
    it(`are made once, whatever comes; Retry-After ${retryAfter} is ${expected} ms`, async () => {
      answer = (_request, response) => {
        response.writeHead(429, { 'retry-after': retryAfter, 'content-type': 'application/json' });
        response.end('{"error":{"code":"Throttled","message":"x"}}');
      };
      expect(await rejection(send(), CallFailed)).to.include({
        status: 429,
        code: 'Throttled',
        retryAfterMs: expected,
      });
      expect(calls).to.equal(1);
    });

  it("follow no redirects, because the bot's token would travel along", async () => {
    let elsewhere = 0;
    const other = createServer((_request, response) => response.end(String(++elsewhere))).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    answer = (_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${port}/` });
      response.end();
    };
    expect(await rejection(send(), CallFailed)).to.include({ status: 307 });
    expect([calls, elsewhere]).to.deep.equal([1, 0]);
    other.close();
  });

  it('fail if nobody listens, or the response breaks off', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{');
      response.destroy();
    };
    expect(await rejection(send(), CallFailed)).to.include({ status: null });
    const nowhere = { conversationId: 'c', serviceUrl: `http://127.0.0.1:${await freePort()}/` };
    expect(await rejection(connector.update(nowhere, 'a', 'Hello'), CallFailed)).to.include({ status: null });
  });
});
