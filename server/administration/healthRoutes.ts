import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { HealthQuery, RegistrationHealth } from '../../contract/settings.ts';
import { requireAdministrator, type Authenticate } from '../foundation/http/authenticate.ts';

interface Parts {
  authenticateAdministrator: Authenticate;
  checkHealth(isFresh: boolean): Promise<RegistrationHealth>;
}

/** How the server registration fares (behaviour 5.3 B), for administrators, also where it lacks what everybody signs in with. */
export const healthRoutes =
  ({ authenticateAdministrator, checkHealth }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticateAdministrator);
    app.get(
      '/settings/health',
      {
        preHandler: requireAdministrator,
        schema: { tags: ['administration'], querystring: HealthQuery, response: { 200: RegistrationHealth } },
      },
      ({ query: { isFresh } }) => checkHealth(isFresh),
    );
  };
