import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Open connections that never send a complete request. */
export interface SlowClients {
  /** How many are still open on the client side. */
  open(): number;
  /** The raw responses, one text per connection that got any. */
  answers(): string[];
  close(): void;
}

interface Attack {
  port: number;
  count: number;
  /** What each connection sends, and nothing more. */
  sends: string;
  /** Local addresses that the connections come from, in turn. */
  from?: string[];
}

const AT_ONCE = 200;

/** Opens them, some hundred at a time, and resolves when each was accepted or refused. */
export async function openSlowClients({ port, count, sends, from = ['127.0.0.1'] }: Attack): Promise<SlowClients> {
  const sockets: net.Socket[] = [];
  const answers = new Map<net.Socket, string>();
  const openOne = (n: number) =>
    new Promise<void>((resolve) => {
      const socket = net.connect({ port, host: '127.0.0.1', localAddress: from[n % from.length] });
      sockets.push(socket);
      socket.on('error', () => resolve());
      socket.on('data', (data) => answers.set(socket, (answers.get(socket) ?? '') + String(data)));
      socket.once('connect', () => socket.write(sends, () => resolve()));
      socket.once('close', () => resolve());
    });
  for (let first = 0; first < count; first += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, n) => openOne(first + n)));
  return {
    open: () => sockets.filter(({ closed, destroyed }) => !closed && !destroyed).length,
    answers: () => [...answers.values()],
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}

/** Request headers that never end. */
export const UNFINISHED = {
  head: 'POST /api/user/notifications/x/respond HTTP/1.1\r\nhost: handback\r\nx-slow: ',
  anonymousBody:
    'POST /api/flow/external-response HTTP/1.1\r\nhost: handback\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 1000\r\n\r\ntoken=',
  refusedBody:
    'POST /api/flows HTTP/1.1\r\nhost: handback\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{"id":',
};

/** Response times of a well-behaved client, each on its own connection, in ms. */
export async function timesOf(url: string, count: number, pauseMs: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const start = performance.now();
    const response = await fetch(url, { headers: { connection: 'close' } });
    await response.text();
    if (response.status !== 200) throw new Error(`${url} was answered with ${response.status}`);
    times.push(performance.now() - start);
    await sleep(pauseMs);
  }
  return times;
}
