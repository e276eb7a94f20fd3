import type { FastifyPluginAsync, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { METRICS_PATH } from '../../../contract/routes.ts';
import { ProblemError } from '../errors.ts';
import type { CallLimits } from '../http/callLimits.ts';
import { isSame } from '../isSame.ts';
import { METRICS_TYPE, type Metrics } from './metrics.ts';

export interface MetricsAccess {
  metrics: Metrics;
  /** The required bearer token; null: anyone who can connect may read. */
  token: string | null;
  callLimits: Pick<CallLimits, 'countFailure'>;
}

/** `GET /metrics` in the Prometheus text format. It names no people. */
export const metricsRoutes =
  ({ metrics, token, callLimits }: MetricsAccess): FastifyPluginAsync =>
  async (app) => {
    const onRequest = token === null ? [] : [askFor(token, callLimits)];
    app.get(METRICS_PATH, { onRequest }, async (_request, reply) =>
      reply
        .type(METRICS_TYPE)
        .header('cache-control', 'no-store')
        .send(await metrics.text()),
    );
  };

/** Refused bearers count like those of the API, and never block a valid one from the same address. */
function askFor(token: string, { countFailure }: MetricsAccess['callLimits']): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const given = bearerOf(request);
    if (given !== null && isSame(given, token)) return;
    const refusal = countFailure(
      request.ip,
      new ProblemError('unauthenticated', 'This needs the token of METRICS_TOKEN.'),
    );
    if (refusal.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
    throw refusal;
  };
}

const bearerOf = ({ headers }: FastifyRequest): string | null =>
  /^Bearer ([\x21-\x7e]+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
