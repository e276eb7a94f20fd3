import type { FastifyInstance } from 'fastify';
import type { SecurityEventName, SecurityLog } from './securityLog.ts';

/** The security event of each status. */
const EVENT_OF: Record<number, SecurityEventName> = {
  401: 'sign_in.failed',
  403: 'access.refused',
  404: 'resource.hidden',
  410: 'link.refused',
  429: 'limit.hit',
};

/** Records every refusal on every route: problems of the API, pages, and what bots answer their platforms. */
export function watchRefusals(app: FastifyInstance, security: SecurityLog): void {
  app.addHook('onResponse', async ({ id, ip, method, caller, routeOptions }, { statusCode, problemCode }) => {
    const event = EVENT_OF[statusCode];
    if (!event || (event === 'resource.hidden' && !caller)) return; // scanners probe for every path there is
    security.record({
      event,
      person: caller?.person.id,
      address: ip,
      method,
      route: routeOptions.url,
      status: statusCode,
      code: problemCode ?? undefined,
      requestId: id,
    });
  });
}
