import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { expect } from 'chai';
import { receiveNewcomers, type Newcomers } from '../../../server/foundation/http/newcomers.ts';

const HERE = '127.0.0.1';
const ELSEWHERE = '127.0.0.2';
const MANY = 300;
/** On a busy machine, work waits no longer than this for those who are still connecting. */
const MOST_HELD_MS = 500;
const WORK_MS = 2;

describe('new connections', () => {
  let server: http.Server;
  let newcomers: Newcomers;
  let seen: string[];
  let work: () => Promise<void>;
  let sockets: net.Socket[];

  beforeEach(async () => {
    seen = [];
    sockets = [];
    work = async () => {};
    server = http.createServer(({ socket: { remoteAddress } }, response) => {
      seen.push(remoteAddress!);
      void work().then(() => response.end());
    });
    newcomers = receiveNewcomers(server, { keyOf: ({ remoteAddress }) => remoteAddress!, onLetIn: () => {} });
    server.listen({ port: 0, host: '0.0.0.0', backlog: 1024 });
    await once(server, 'listening');
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  /** Connects and calls. Resolves on a response, or when the connection ends. */
  function ask(localAddress: string): Promise<void> {
    const { port } = server.address() as net.AddressInfo;
    const socket = net.connect({ port, host: HERE, localAddress });
    sockets.push(socket);
    socket.on('error', () => {}).write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    return new Promise((resolve) => socket.once('close', resolve).resume());
  }
  const crowd = (count = MANY) => Array.from({ length: count }, () => ask(HERE));

  it('are all seen before the work that waits for them begins, however long it takes', async () => {
    let first: { seen: number; heldMs: number } | undefined;
    work = async () => {
      const began = performance.now();
      await newcomers.settled();
      const now = performance.now();
      first ??= { seen: seen.length, heldMs: now - began };
      while (performance.now() < now + WORK_MS); // one turn of the event loop for each
    };
    for (let tries = 0; tries < 5 && !(first && first.heldMs < MOST_HELD_MS); tries++) {
      first = undefined;
      seen.length = 0;
      await Promise.all(crowd());
    }
    expect(first!.seen).to.equal(MANY);
  });

  it('are admitted in turn by address: a crowd from one keeps no other outside', async () => {
    const all = [...crowd(), ask(ELSEWHERE)];
    await Promise.all(all);
    expect(seen).to.have.length(MANY + 1);
    expect(seen.indexOf(ELSEWHERE)).to.be.below(MANY / 2);
  });

  it('may disconnect while they wait', async () => {
    const all = crowd();
    for (let n = 0; n < MANY; n += 2) sockets[n]!.destroy();
    await Promise.all(all);
    expect(seen.length).to.be.at.least(MANY / 2);
    await ask(HERE);
  });

  it('delay what waits for them by at most half a second', async () => {
    let isOver = false;
    const keepComing = async () => {
      while (!isOver) await Promise.race([ask(HERE), new Promise((resolve) => setImmediate(resolve))]);
    };
    const coming = [keepComing(), keepComing(), keepComing()];
    const before = performance.now();
    await newcomers.settled();
    isOver = true;
    await Promise.all(coming);
    expect(performance.now() - before).to.be.below(5000);
  });
});
