import type { FastifyInstance } from 'fastify';
import type { SecurityEventName, SecurityLog } from './securityLog.ts';

/** What a status says to whoever looks after the server. */
const EVENT_OF: Record<number, SecurityEventName> = {
  401: 'sign_in.failed',
  403: 'access.refused',
  404: 'resource.hidden',
  410: 'link.refused',
  429: 'limit.hit',
};

/** Records every refusal of every route, whoever wrote it: the API's problems, pages, and what bots answer their platforms. */
export function watchRefusals(app: FastifyInstance, security: SecurityLog): void {
  app.addHook('onResponse', async ({ id, ip, method, caller, routeOptions }, { statusCode, problemCode }) => {
    const event = EVENT_OF[statusCode];
    if (!event || (event === 'resource.hidden' && !caller)) return; // strangers ask for all that was ever on the web
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
