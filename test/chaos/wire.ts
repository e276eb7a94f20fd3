import { once } from 'node:events';
import net from 'node:net';

/** How a wire behaves: as if it were not there, late, silent (connections open, nothing comes), or cut. */
export type Wire = 'whole' | 'slow' | 'silent' | 'cut';

/** Stands between a server and what it talks to. */
export interface TroubledWire {
  port: number;
  /** From now on, for connections that are open as well. */
  turn(wire: Wire): void;
  close(): Promise<void>;
}

const LATE_MS = 800;

/** Leads everything that arrives at a port of its own on to another one of this machine. */
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
      // what was sent into silence was lost: a wire that is whole again begins anew
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
