import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long requests under way may take to finish when the server stops. */
const REQUESTS_MS = 10_000;
const LOOK_EVERY_MS = 100;
/** Browsers preconnect. After this time, anything sent before the stop started has arrived. */
const SILENT_MS = 1000;

/**
 * While the server stops, every answer closes its connection, so that a proxy sends the next request to another server.
 * A connection that has never been used does not delay the stop.
 */
export function closeConnectionsWhen(app: FastifyInstance, isStopping: () => boolean): void {
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping()) reply.header('connection', 'close');
  });
  cutSilentConnections(app);
}

/** Node treats a connection as busy until its first request has ended, even if none ever comes. */
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

/**
 * Accepts no more connections. Resolves when no request is under way any more; after `withinMs` the remaining ones are
 * cut.
 */
export async function endRequests(app: FastifyInstance, withinMs = REQUESTS_MS): Promise<void> {
  const { server } = app;
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS); // those that were busy at first
  const cut = setTimeout(() => server.closeAllConnections(), withinMs);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(cut);
  }
}
