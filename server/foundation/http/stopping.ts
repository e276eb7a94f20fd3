import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests that are under way when a server stops have this long to end. */
const REQUESTS_MS = 10_000;
const LOOK_EVERY_MS = 100;
/** Browsers open connections ahead. What was sent on one before the stop began has arrived when this is over. */
const SILENT_MS = 1000;

/**
 * Once the server stops, every answer ends its connection: a proxy sends what comes next to another server. A connection
 * on which nothing was ever sent does not hold up the stop.
 */
export function closeConnectionsWhen(app: FastifyInstance, isStopping: () => boolean): void {
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping()) reply.header('connection', 'close');
  });
  cutSilentConnections(app);
}

/** To Node, a connection is busy until its first request has ended, also where none ever comes. */
function cutSilentConnections(app: FastifyInstance): void {
  const silent = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }) => silent.delete(socket));
  let cut: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    cut = setTimeout(() => {
      for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
    }, SILENT_MS);
  });
  app.addHook('onClose', async () => clearTimeout(cut));
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
