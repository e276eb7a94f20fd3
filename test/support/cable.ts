import { once } from 'node:events';
import net from 'node:net';
import { Transform } from 'node:stream';

interface Cable {
  url: string;
  cut(): number;
  silence(): number;
  close(): void;
}

type Change = (sent: string) => string;

/**
 * Sits between a server and its PostgreSQL, so that connections can be cut.
 *
 * @param change replaces what the server sends; must keep its length, or PostgreSQL loses its place
 */
export async function startCable(url: string, change: Change = (sent) => sent): Promise<Cable> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => (sockets.delete(socket), other.destroy()));
    }
    near.pipe(changing(change)).pipe(far);
    far.pipe(near);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const through = new URL(url);
  through.port = String((server.address() as net.AddressInfo).port);
  through.hostname = '127.0.0.1';
  const cut = () => {
    const count = sockets.size;
    for (const socket of sockets) socket.destroy();
    return count;
  };
  /** Silences open connections without closing them, like a firewall that has forgotten them. */
  const silence = () => {
    for (const socket of sockets) socket.unpipe().pause();
    return sockets.size;
  };
  return { url: through.href, cut, silence, close: () => (cut(), server.close()) };
}

/** Latin 1 has a character for every byte. */
const changing = (change: Change): Transform =>
  new Transform({
    transform(sent: Buffer, _encoding, done) {
      done(null, Buffer.from(change(sent.toString('latin1')), 'latin1'));
    },
  });
