import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createServer } from 'vite';
import { endWithServer } from '../../sandbox/dev/endWithServer.ts';

const listening = async (server: http.Server): Promise<string> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

describe('sandbox: the connection from npm run dev to its server', () => {
  it('closes open streams when the server dies, and nothing else', async () => {
    const server = http.createServer((request, response) => {
      response.write('begun');
      if (request.url === '/api/whole') response.end(', and ended');
    });
    const target = await listening(server);
    const vite = await createServer({
      configFile: false,
      logLevel: 'silent',
      optimizeDeps: { noDiscovery: true },
      server: {
        middlewareMode: true,
        ws: false,
        watch: null,
        proxy: { '/api/': { target, configure: endWithServer } },
      },
    });
    const door = http.createServer(vite.middlewares);
    try {
      const address = await listening(door);
      expect(await (await fetch(`${address}/api/whole`)).text()).to.equal('begun, and ended');
      const stream = await fetch(`${address}/api/stream`);
      const reader = stream.body!.getReader();
      expect(new TextDecoder().decode((await reader.read()).value)).to.equal('begun');
      server.closeAllConnections();
      const { done } = await reader.read().catch(() => ({ done: true }));
      expect(done).to.equal(true);
    } finally {
      door.close().closeAllConnections();
      server.close();
      await vite.close();
    }
  });
});
