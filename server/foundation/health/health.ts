import type { FastifyInstance } from 'fastify';
import { meterCalls } from './meterCalls.ts';
import type { Metrics } from './metrics.ts';
import { metricsRoutes, type MetricsAccess } from './metricsRoutes.ts';
import { probeRoutes } from './probeRoutes.ts';
import type { Readiness } from './readiness.ts';
import type { SecurityLog } from './securityLog.ts';
import { watchRefusals } from './watchRefusals.ts';

/** What operators see of a server. */
export interface Health {
  security: SecurityLog;
  readiness: Readiness;
  metrics: Metrics;
  /** Serves metrics on the main port; null: not there. */
  metricsAccess: MetricsAccess | null;
}

/** Register it before all routes. */
export async function installHealth(app: FastifyInstance, health: Health): Promise<void> {
  const { security, readiness, metrics, metricsAccess } = health;
  watchRefusals(app, security);
  meterCalls(app, metrics);
  await app.register(probeRoutes(readiness));
  if (metricsAccess) await app.register(metricsRoutes(metricsAccess));
}
