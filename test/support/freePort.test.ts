import { once } from 'node:events';
import net from 'node:net';
import { expect } from 'chai';
import { freePort } from './freePort.ts';

describe('a free port for tests', () => {
  it('can be listened on, and is not one of those for outgoing connections', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, freePort));
    for (const port of ports) {
      const server = net.createServer().listen(port, '127.0.0.1');
      await once(server, 'listening');
      server.close();
      await once(server, 'close');
    }
    expect(Math.max(...ports)).to.be.below(32_768);
  });
});
