import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { HealthQuery, RegistrationHealth } from '../../contract/settings.ts';
import { requireAdministrator, type Authenticate } from '../foundation/http/authenticate.ts';

interface Parts {
  authenticateAdministrator: Authenticate;
  checkHealth(isFresh: boolean): Promise<RegistrationHealth>;
}

/**
 * The health of the server registration (behaviour 5.3 B), for administrators, even if the permissions needed for
 * sign-in are missing.
 */
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
