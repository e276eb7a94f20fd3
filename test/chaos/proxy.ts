import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Forwards requests to local servers that report readiness, in turn, like a load balancer. */
export interface Proxy {
  url: string;
  add(port: number): void;
  remove(port: number): void;
  /** Resolves once requests are sent to this one. */
  sends(port: number): Promise<void>;
  /** Requests without event streams, and how many of them got no response or were told to retry. */
  counts(): { requests: number; lost: number };
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 100;
const LOOK_MS = 1000;
/** A server that is merely slow stays in use for so long, as behind any load balancer. */
const SILENCE_MS = 3000;
const EVENTS = '/api/events';
const LOST = new Set([502, 503, 504]);

export async function startProxy(): Promise<Proxy> {
  /** With the last known readiness of each. */
  const servers = new Map<number, boolean>();
  const answeredAt = new Map<number, number>();
  const agent = new http.Agent({ keepAlive: true });
  let turn = 0;

  function next(): number | undefined {
    const ready = [...servers].filter(([, isReady]) => isReady);
    return ready[turn++ % ready.length]?.[0];
  }

  /** Retried on another server only if none of it can have arrived. */
  function lead(request: http.IncomingMessage, response: http.ServerResponse, attempts = servers.size): void {
    const port = next();
    if (port === undefined || attempts === 0) return void response.writeHead(502).end();
    const { method, url: path, headers } = request;
    const onward = http.request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
      answer.once('close', () => answer.complete || response.destroy());
    });
    onward.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') lead(request, response, attempts - 1);
      else if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    response.once('close', () => onward.destroy());
    request.pipe(onward);
  }

  const counts = { requests: 0, lost: 0 };
  function count(request: http.IncomingMessage, response: http.ServerResponse): void {
    if (request.url === EVENTS) return;
    counts.requests++;
    response.once('close', () => {
      if (!response.writableFinished || LOST.has(response.statusCode)) counts.lost++;
    });
  }

  const server = http.createServer((request, response) => {
    count(request, response);
    lead(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function look(port: number): Promise<void> {
    const ready = await isReady(port);
    if (ready !== null) answeredAt.set(port, performance.now());
    const silentMs = performance.now() - (answeredAt.get(port) ?? 0);
    if (servers.has(port) && (ready !== null || silentMs > SILENCE_MS)) servers.set(port, ready ?? false);
  }

  const looking = setInterval(() => {
    for (const port of servers.keys()) void look(port);
  }, LOOK_EVERY_MS);

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (port) => void servers.set(port, false),
    remove: (port) => void servers.delete(port),
    async sends(port) {
      while (!servers.get(port)) await sleep(LOOK_EVERY_MS);
    },
    counts: () => ({ ...counts }),
    async close() {
      clearInterval(looking);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Null: no answer in time. */
async function isReady(port: number): Promise<boolean | null> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(LOOK_MS) })).ok;
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? null : false;
  }
}
