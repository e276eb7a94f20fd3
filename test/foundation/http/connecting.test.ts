import { once } from 'node:events';
import net, { type AddressInfo, type LookupFunction } from 'node:net';
import { raiseConnectTimeout } from '../../../server/foundation/http/connecting.ts';

const BUSY_MS = 400; // more than Node allows an address

describe('connecting', () => {
  it('reaches a host with two addresses even if the process was busy meanwhile', async () => {
    raiseConnectTimeout();
    const server = net.createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const lookup: LookupFunction = (_host, _options, found) =>
      found(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 }, // where nobody listens
      ]);
    try {
      const socket = net.connect({ host: 'two-addresses.test', port, lookup });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
      await once(socket, 'connect');
      socket.destroy();
    } finally {
      server.close();
      await once(server, 'close');
    }
  });
});
