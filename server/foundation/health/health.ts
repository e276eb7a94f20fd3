import type { FastifyInstance } from 'fastify';
import { probeRoutes } from './probeRoutes.ts';
import type { Readiness } from './readiness.ts';
import type { SecurityLog } from './securityLog.ts';
import { watchRefusals } from './watchRefusals.ts';

/** What people who look after a server see of it. */
export interface Health {
  security: SecurityLog;
  readiness: Readiness;
}

/** Register it before all routes. */
export async function installHealth(app: FastifyInstance, { security, readiness }: Health): Promise<void> {
  watchRefusals(app, security);
  await app.register(probeRoutes(readiness));
}
