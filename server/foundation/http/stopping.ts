import type { FastifyInstance } from 'fastify';

/** Requests that are under way when a server stops have this long to end. */
const REQUESTS_MS = 10_000;
const LOOK_EVERY_MS = 100;

/** Once the server stops, every answer ends its connection: a proxy sends what comes next to another server. */
export function closeConnectionsWhen(app: FastifyInstance, isStopping: () => boolean): void {
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping()) reply.header('connection', 'close');
  });
}

/** Takes no more connections and resolves when no request is under way, or when that took too long and they were cut. */
export async function endRequests(app: FastifyInstance, withinMs = REQUESTS_MS): Promise<void> {
  const { server } = app;
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS); // those that were busy when it began
  const cut = setTimeout(() => server.closeAllConnections(), withinMs);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(cut);
  }
}
