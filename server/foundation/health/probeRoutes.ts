import type { FastifyPluginAsync } from 'fastify';
import type { ReadinessReport } from '../../../contract/health.ts';
import type { Readiness } from './readiness.ts';

/**
 * `GET /livez`: the process runs and answers. `GET /readyz`: whether it should be given work and, if not, why. Both are
 * open to anyone and count towards no limit: orchestrators restart servers by them.
 */
export const probeRoutes =
  (readiness: Readiness): FastifyPluginAsync =>
  async (app) => {
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

    app.get('/livez', async () => ({ status: 'alive' }));

    app.get('/readyz', async (_request, reply) => {
      const findings = await readiness.look();
      const isReady = Object.values(findings).every((wrong) => wrong === null);
      const checks = Object.fromEntries(Object.entries(findings).map(([name, wrong]) => [name, wrong ?? 'ok']));
      const report: ReadinessReport = { status: isReady ? 'ready' : 'not ready', checks };
      return reply.code(isReady ? 200 : 503).send(report);
    });
  };
