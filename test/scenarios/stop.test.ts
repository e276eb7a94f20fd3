import { expect } from 'chai';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import { startProduct, type TestProduct } from '../support/product.ts';
import { until } from '../support/until.ts';

const STREAMS = 500;

/** Opens an event stream and records it until it ends. */
function listen(stage: TestProduct, token: string): { said(): string; ended: Promise<unknown> } {
  let said = '';
  const headers = { authorization: `Bearer ${token}` };
  const ended = new Promise((resolve, reject) => {
    const request = http.get(`${stage.url}/api/events`, { headers, agent: false }, (response) => {
      response.setEncoding('utf8').on('data', (part: string) => (said += part));
      response.once('end', resolve).once('error', reject);
    });
    request.once('error', reject);
  });
  return { said: () => said, ended };
}

describe('a server that is asked to stop', function () {
  this.timeout(60_000);
  this.slow(10_000);
  let stage: TestProduct;
  afterEach(() => stage?.close());

  it('ends 500 event streams at once, each with its own time to reconnect', async () => {
    stage = await startProduct();
    const people = stage.sandbox.tenant.people.filter(({ mail }) => mail).slice(0, 12);
    const tokens = await Promise.all(people.map(({ mail }) => stage.sandbox.tokenFor(mail!)));
    const streams = Array.from({ length: STREAMS }, (_, n) => listen(stage, tokens[n % tokens.length]!));
    await until(() => streams.every(({ said }) => said().includes('event: heartbeat')));
    const began = performance.now();
    await stage.product.close();
    expect(performance.now() - began).to.be.below(10_000);
    await Promise.all(streams.map(({ ended }) => ended));
    const moments = streams.map(({ said }) => {
      const [, retry, told] = /retry: (\d+)\nid: \d+\nevent: bye\ndata: {"reconnectInMs":(\d+)}\n\n$/.exec(said())!;
      expect(retry).to.equal(told);
      return Number(retry);
    });
    expect(new Set(moments).size).to.be.above(STREAMS / 5);
    expect(Math.max(...moments)).to.be.at.most(5000);
  });

  it('does not wait for an idle connection, as browsers open in advance', async () => {
    stage = await startProduct();
    const { app } = stage.product;
    const accepted = once(app.server, 'connection');
    const silent = net.connect(Number(new URL(stage.url).port), '127.0.0.1').resume();
    await accepted;
    const began = performance.now();
    await stage.product.close();
    expect(performance.now() - began).to.be.below(5000);
    if (!silent.closed) await once(silent, 'close');
  });

  it('is stopping at once, serves calls while it drains, and lets running ones finish', async () => {
    stage = await startProduct({ config: { drainMs: 300 } });
    const { services } = stage.product;
    const ada = await stage.as('ada@sandbox.test');
    const token = await stage.sandbox.tokenFor('ada@sandbox.test');
    const agent = new http.Agent({ keepAlive: true });
    const slow = http.request(`${stage.url}/api/flows`, {
      method: 'POST',
      agent,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': 2 },
    });
    const answered = once(slow, 'response') as Promise<[http.IncomingMessage]>;
    slow.write('{');
    expect(services.isStopping()).to.equal(false);
    const stopped = stage.product.close();
    expect(services.isStopping()).to.equal(true);
    const { status, headers } = await ada.call('GET', '/flows');
    expect([status, headers.get('connection')]).to.deep.equal([200, 'close']);
    await until(() => !stage.product.app.server.listening);
    slow.end('}');
    const [response] = await answered;
    response.resume();
    expect([response.statusCode, response.headers['connection']]).to.deep.equal([422, 'close']);
    await stopped;
    agent.destroy();
  });
});

describe('a process that receives a signal', function () {
  this.timeout(60_000);
  this.slow(15_000);
  const ENTRY = fileURLToPath(new URL('./stopProcess.ts', import.meta.url));

  const run = async (ending: 'ends' | 'hangs') => {
    const child = fork(ENTRY, [ending], { execArgv: ['--import', 'tsx'] });
    await once(child, 'message');
    return child;
  };

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    it(`stops calmly at the first ${signal}, and at once at a second`, async () => {
      const calm = await run('ends');
      calm.kill(signal);
      expect((await once(calm, 'exit'))[0]).to.equal(0);
      const hanging = await run('hangs');
      hanging.kill(signal);
      await once(hanging, 'message');
      hanging.kill(signal);
      expect((await once(hanging, 'exit'))[0]).to.equal(1);
    });
});
