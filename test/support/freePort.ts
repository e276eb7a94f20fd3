import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import net from 'node:net';

/**
 * Below the ports that systems give to outgoing connections, any of which could take a free one meanwhile; above those
 * that browsers refuse.
 */
const PORTS = [11_000, 32_000] as const;

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    const server = net.createServer();
    const isFree = await once(server.listen(port, '127.0.0.1'), 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
