import net from 'node:net';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  closes: boolean;
  body: string;
}

/**
 * Sends the pieces, waiting a turn of the event loop after each, and reads until the server ends the connection.
 * @param staysOpen leaves it to the server to close the connection
 */
export async function sendRaw(server: Server, pieces: string[], { staysOpen = false } = {}): Promise<string> {
  const { port } = server.address() as net.AddressInfo;
  const connected = once(server, 'connection') as Promise<[net.Socket]>;
  const client = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  client.on('data', (data) => (received += String(data))).on('error', () => {});
  const over = Promise.race([once(client, 'end'), once(client, 'close')]);
  const [ofServer] = await connected;
  for (const piece of pieces) {
    if (client.writable) client.write(piece);
    await nextTurn();
  }
  await over;
  if (staysOpen && !ofServer.closed) await once(ofServer, 'close');
  client.destroy();
  return received;
}

/** @throws Error if the bytes are not answers one after another */
export function answersIn(received: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = received; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n');
    const [first, ...lines] = rest.slice(0, end).split('\r\n');
    const [, status] = /^HTTP\/1.1 (\d{3}) /.exec(first!) ?? [];
    if (end < 0 || status === undefined) throw new Error(`this is no answer: ${rest.slice(0, 200)}`);
    const headers = new Map(lines.map((line) => line.toLowerCase().split(': ') as [string, string]));
    const length = Number(headers.get('content-length'));
    answers.push({
      status: Number(status),
      closes: headers.get('connection') === 'close',
      body: rest.slice(end + 4, end + 4 + length),
    });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}
