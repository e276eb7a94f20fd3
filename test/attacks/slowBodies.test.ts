import net from 'node:net';
import { once } from 'node:events';
import { expect } from 'chai';
import { eventually, startProduct, type TestProduct, type TestProductOptions } from '../support/product.ts';
import { openSlowClients, timesOf, UNFINISHED, type SlowClients } from './slowClients.ts';

const SOURCES = Array.from({ length: 8 }, (_, n) => `127.0.0.${n + 2}`);

interface Target {
  product: TestProduct;
  port: number;
  slow: SlowClients;
}

/** A product for a suite, and the slow clients of each test. */
function useTarget(options: TestProductOptions): Target {
  const target = {} as Target;
  before(async () => {
    target.product = await startProduct({ withLoops: false, ...options });
    target.port = Number(new URL(target.product.url).port);
  });
  afterEach(() => target.slow?.close());
  after(() => target.product?.close());
  return target;
}

interface LateRequest {
  /** The part of the request that is sent at once. */
  sendsFirst(head: string, body: string): string;
  /** What it is answered with before the rest is sent. */
  answer: RegExp;
}

/** Sends a request whose rest comes only after its answer, and expects that it made no chat. */
async function expectNoEffect({ product, port }: Target, { sendsFirst, answer }: LateRequest): Promise<void> {
  const ada = await product.as('ada@sandbox.test');
  const chats = async () => (await ada.call<{ items: object[] }>('GET', '/chats')).body.items;
  expect(await chats()).to.deep.equal([]);
  const token = await product.sandbox.tokenFor('ada@sandbox.test');
  const body = JSON.stringify({ name: 'Late', instructions: 'x' });
  const head = `POST /api/chats HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  const first = sendsFirst(head, body);
  const connected = once(product.product.app.server, 'connection') as Promise<[net.Socket]>;
  const client = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  client.write(first);
  const [ofServer] = await connected;
  const [answered] = (await once(client, 'data')) as [Buffer];
  expect(String(answered)).to.match(answer);
  client.write((head + body).slice(first.length));
  if (!ofServer.closed) await once(ofServer, 'close');
  client.destroy();
  expect(await chats()).to.deep.equal([]);
}

describe('an attack with endless bodies and headers', () => {
  const target = useTarget({
    limits: { requestsPerMinute: 20 },
    patience: { headMs: 600, paceMs: 600, paceBytes: 1000, lingerMs: 300 },
  });

  for (const [name, sends] of Object.entries(UNFINISHED))
    it(`leaves no connection behind: ${name}`, async () => {
      target.slow = await openSlowClients({ port: target.port, count: 20, sends });
      await eventually(async () => (target.slow.open() === 0 ? true : undefined), 10_000);
      const status = { head: 408, anonymousBody: 408, refusedBody: 401 }[name];
      for (const answer of target.slow.answers()) expect(answer).to.match(new RegExp(`^HTTP/1.1 ${status} `));
      expect(target.slow.answers()).to.have.length(20);
    });

  it('has no effect once it was called too slow, even if the rest arrives', () =>
    expectNoEffect(target, { sendsFirst: (head) => head.slice(0, 20), answer: /^HTTP\/1.1 408 / }));

  it('leaves a connection that was never used without an answer', async () => {
    target.slow = await openSlowClients({ port: target.port, count: 1, sends: '' });
    await eventually(async () => (target.slow.open() === 0 ? true : undefined), 10_000);
    expect(target.slow.answers()).to.deep.equal([]);
  });

  it('is refused at once, without waiting for the body', async () => {
    const bearer = await target.product.sandbox.tokenFor('grace@sandbox.test');
    const refused: [string, string, number][] = [
      ['/api/flows', '', 401],
      ['/api/flows', `authorization: Bearer ${bearer}\r\n`, 403],
      ['/api/nothing', '', 404],
      ['/nothing', '', 404],
    ];
    for (const [path, more, status] of refused) {
      const head = `POST ${path} HTTP/1.1\r\nhost: x\r\n${more}content-type: application/json\r\ncontent-length: 90000\r\n\r\n{`;
      target.slow = await openSlowClients({ port: target.port, count: 1, sends: head });
      await eventually(async () => (target.slow.open() === 0 ? true : undefined), 5_000);
      expect(target.slow.answers()[0], path).to.match(new RegExp(`^HTTP/1.1 ${status} [^]*connection: close`, 'i'));
    }
  });

  it('is refused at once when the body is too large, without waiting for the rest', async () => {
    const radia = await target.product.as('radia@sandbox.test');
    while ((await radia.call('GET', '/me')).status !== 429);
    const bearer = await target.product.sandbox.tokenFor('radia@sandbox.test');
    const head = `POST /api/chats HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${bearer}\r\ncontent-type: application/json\r\ncontent-length: 90000\r\n\r\n{`;
    target.slow = await openSlowClients({ port: target.port, count: 1, sends: head });
    await eventually(async () => (target.slow.open() === 0 ? true : undefined), 5_000);
    expect(target.slow.answers()[0]).to.match(/^HTTP\/1.1 429 [^]*connection: close/i);
  });

  it('still lets a client that keeps sending read why it was refused', async () => {
    const socket = net.connect(target.port, '127.0.0.1');
    await once(socket, 'connect');
    let answer = '';
    socket.on('data', (data) => (answer += String(data))).on('error', () => {});
    socket.write(
      'POST /api/flows HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 3000000\r\n\r\n',
    );
    for (let n = 0; n < 20; n++) socket.write(Buffer.alloc(50_000, 32));
    await once(socket, 'end');
    expect(answer).to.match(/^HTTP\/1.1 401 [^]*"code":"unauthenticated"/);
  });

  it('does not affect a body that arrives in pieces, as long as it keeps its pace', async () => {
    const token = await target.product.sandbox.tokenFor('ada@sandbox.test');
    const body = JSON.stringify({ name: 'Slow but steady', instructions: 'x'.repeat(20_000) });
    const head = `POST /api/chats HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    const socket = net.connect(target.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => (answer += String(data)));
    const closed = once(socket, 'close');
    socket.write(head);
    for (let n = 0; n < body.length; n += 2500) {
      socket.write(body.slice(n, n + 2500));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await closed;
    expect(answer).to.match(/^HTTP\/1.1 201 /);
  });
});

describe('a request that takes longer than the time for all of it', () => {
  const target = useTarget({ patience: { headMs: 300, requestMs: 500 } });

  it('has no effect, even if the rest arrives after it was called too slow', () =>
    expectNoEffect(target, {
      sendsFirst: (head, body) => head + body.slice(0, 5),
      answer: /^HTTP\/1.1 408 [^]*connection: close/,
    }));
});

describe('an attack with more connections than a server accepts', () => {
  const target = useTarget({ limits: { connections: 1000, waitingConnections: 150 } });

  it('leaves a well-behaved client its responses, even from the same address', async () => {
    const attack = openSlowClients({ port: target.port, count: 2000, sends: UNFINISHED.anonymousBody, from: SOURCES });
    const during = await timesOf(`${target.product.url}/api/client-config`, 20, 10);
    target.slow = await attack;
    const after = await timesOf(`${target.product.url}/api/client-config`, 5, 0);
    const grace = await target.product.as('grace@sandbox.test');
    expect((await grace.call('GET', '/me')).status).to.equal(200);
    expect(Math.max(...during, ...after)).to.be.below(5000); // `npm run chaos` measures one second, on an idle machine
    await eventually(async () => (target.slow.open() <= 1000 ? true : undefined), 10_000);
    await new Promise<void>((resolve, reject) =>
      target.product.product.app.server.getConnections((error, count) => {
        if (error) return reject(error);
        expect(count).to.be.within(100, 1000);
        resolve();
      }),
    );
  });
});
