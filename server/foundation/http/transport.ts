import type { FastifyInstance } from 'fastify';

const YEAR_SECONDS = 365 * 24 * 3600;

/** If people reach the server by https, tells browsers never to use plain http (RFC 6797). */
export function enforceHttps(app: FastifyInstance, publicUrl: string): void {
  if (!publicUrl.startsWith('https:')) return;
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}`);
  });
}
