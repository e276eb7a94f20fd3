import type { FastifyInstance } from 'fastify';
import { callLabels } from './metricRules.ts';
import type { Metrics } from './metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is a stream: its duration says nothing about speed. */
    isStream?: boolean;
  }
}

/** Counts every answer of every route, and the open connections. Register it before all routes. */
export function meterCalls(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async ({ method, is404, routeOptions }, { statusCode, problemCode, elapsedTime }) => {
    const labels = callLabels({ method, route: is404 ? undefined : routeOptions.url, statusCode });
    metrics.count('handback_http_requests_total', labels);
    if (problemCode) metrics.count('handback_problems_total', { code: problemCode });
    const { method: verb, route } = labels;
    if (!routeOptions.config.isStream)
      metrics.time('handback_http_request_duration_seconds', elapsedTime, { method: verb, route });
  });
  metrics.watch(async () => [['handback_connections', await connectionsOf(app), {}]]);
}

const connectionsOf = ({ server }: FastifyInstance): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
