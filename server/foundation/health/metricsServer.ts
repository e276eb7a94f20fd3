import fastify, { LogController, type FastifyBaseLogger } from 'fastify';
import { atTheDoor, installProblems } from '../http/problem.ts';
import { createRequestIds } from '../http/requestId.ts';
import { toListen } from '../refusedStart.ts';
import { PATIENCE, serverTimeouts } from '../http/slowClients.ts';
import { metricsRoutes, type MetricsDoor } from './metricsRoutes.ts';
import type { SecurityLog } from './securityLog.ts';
import { watchRefusals } from './watchRefusals.ts';

interface Parts extends MetricsDoor {
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
export async function startMetricsServer({ port, host, security, logger, ...door }: Parts): Promise<MetricsServer> {
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: createRequestIds(() => false),
    bodyLimit: 1,
    ...serverTimeouts(PATIENCE),
    forceCloseConnections: true,
    ...atTheDoor,
  });
  installProblems(app, () => false);
  watchRefusals(app, security);
  await app.register(metricsRoutes(door));
  await toListen('METRICS_HOST, METRICS_PORT', () => app.listen({ port, host }));
  const { port: found } = app.server.address() as { port: number };
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${found}`, close: () => app.close() };
}
