import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Target of `http` nodes: counts calls by idempotency key and by the server that was alive. */
export interface CallCounter {
  url: string;
  /** `name:port`, for the list of allowed private hosts. */
  host: string;
  calls: Map<string, number[]>;
  /** Counts the next server's calls separately. */
  nextLife(): void;
  close(): Promise<void>;
}

export async function startCallCounter(): Promise<CallCounter> {
  const calls = new Map<string, number[]>();
  let life = 0;
  const server = createServer((request, response) => {
    const key = String(request.headers['idempotency-key']);
    calls.set(key, [...(calls.get(key) ?? []), life]);
    response.setHeader('content-type', 'application/json').end('{"ok":true}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}/tell`,
    host,
    calls,
    nextLife: () => void life++,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
