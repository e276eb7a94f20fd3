import fastify, { LogController, type FastifyBaseLogger } from 'fastify';
import { beforeRouting, installProblems } from '../http/problem.ts';
import { createRequestIds } from '../http/requestId.ts';
import { toListen } from '../refusedStart.ts';
import { PATIENCE, serverTimeouts } from '../http/slowClients.ts';
import { metricsRoutes, type MetricsAccess } from './metricsRoutes.ts';
import type { SecurityLog } from './securityLog.ts';
import { watchRefusals } from './watchRefusals.ts';

interface Parts extends MetricsAccess {
  port: number;
  host: string;
  security: SecurityLog;
  logger: FastifyBaseLogger;
}

/** A server for metrics that must not be on the main port. */
export interface MetricsServer {
  url: string;
  close(): Promise<void>;
}

/** Listens on a port of its own, which serves nothing else. */
export async function startMetricsServer({ port, host, security, logger, ...access }: Parts): Promise<MetricsServer> {
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: createRequestIds(() => false),
    bodyLimit: 1,
    ...serverTimeouts(PATIENCE),
    forceCloseConnections: true,
    ...beforeRouting,
  });
  installProblems(app, () => false);
  watchRefusals(app, security);
  await app.register(metricsRoutes(access));
  await toListen('METRICS_HOST, METRICS_PORT', () => app.listen({ port, host }));
  const { port: found } = app.server.address() as { port: number };
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${found}`, close: () => app.close() };
}
