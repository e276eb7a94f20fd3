import { once } from 'node:events';
import net from 'node:net';

/** What stands between a server and its PostgreSQL, so that its connections can be cut. */
export async function startCable(url: string): Promise<{ url: string; cut(): number; hush(): number; close(): void }> {
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
      socket.pipe(other);
    }
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
  /** Nothing comes through the connections that are open, and nobody is told, as when a firewall has forgotten them. */
  const hush = () => {
    for (const socket of sockets) socket.unpipe().pause();
    return sockets.size;
  };
  return { url: through.href, cut, hush, close: () => (cut(), server.close()) };
}
