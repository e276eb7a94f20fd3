import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import type { Authenticate } from '../../foundation/http/authenticate.ts';
import type { Delegations } from './delegations.ts';

interface Parts {
  authenticate: Authenticate;
  delegations: Pick<Delegations, 'forget'>;
}

/** Signing out also ends the server's ability to act on the person's behalf (behaviour 5.3 B). */
export const signOutRoutes =
  ({ authenticate, delegations }: Parts): FastifyPluginAsync =>
  async (app) => {
    app.addHook('onRequest', authenticate);
    app.post('/sign-out', { schema: { tags: ['client'], response: { 204: z.null() } } }, async ({ caller }, reply) => {
      await delegations.forget(caller.person.id);
      return reply.code(204).send(null);
    });
  };
