import { once } from 'node:events';
import net from 'node:net';

/** A wire's state: transparent, slow, silent (connections are open, but nothing arrives), or cut. */
export type Wire = 'whole' | 'slow' | 'silent' | 'cut';

/** Sits between a server and its peer. */
export interface TroubledWire {
  port: number;
  /** From now on, also for open connections. */
  turn(wire: Wire): void;
  close(): Promise<void>;
}

const LATE_MS = 800;

/** Forwards everything from its own port to another local one. */
export async function startWire(to: { host: string; port: number }): Promise<TroubledWire> {
  const ends = new Set<net.Socket>();
  let state: Wire = 'whole';

  const pass = (from: net.Socket, on: net.Socket) =>
    from.on('data', (bytes) => {
      if (state === 'whole') on.write(bytes);
      else if (state === 'slow') setTimeout(() => on.writable && on.write(bytes), LATE_MS);
    });

  const server = net.createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = net.connect(to);
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end.on('error', () => {});
      end.once('close', () => {
        ends.delete(end);
        other.destroy();
      });
      pass(end, other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as net.AddressInfo).port,
    turn(wire) {
      // data sent into silence was lost, so a repaired wire starts with new connections
      if (wire === 'cut' || state === 'silent') for (const end of ends) end.destroy();
      state = wire;
    },
    async close() {
      for (const end of ends) end.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
