import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { SecretBody, SecretList, SecretName, SecretSummary } from '../../contract/secrets.ts';
import { requireAuthor, type Authenticate } from '../foundation/http/authenticate.ts';
import type { SecretService } from './secretService.ts';

interface Parts {
  authenticate: Authenticate;
  secrets: SecretService;
}

const tags = ['secrets'];
const params = z.object({ name: SecretName });

/** Routes for authors' secrets: authors see their own, administrators all. Values can be written but never read. */
export const secretRoutes =
  ({ authenticate, secrets }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);

    app.get(
      '/secrets',
      { preHandler: requireAuthor, schema: { tags, response: { 200: SecretList } } },
      async ({ caller }) => ({ items: await secrets.list(caller) }),
    );
    app.put(
      '/secrets/:name',
      { preHandler: requireAuthor, schema: { tags, params, body: SecretBody, response: { 200: SecretSummary } } },
      ({ caller, params: { name }, body }) => secrets.put(caller, name, body),
    );
    app.delete(
      '/secrets/:name',
      { preHandler: requireAuthor, schema: { tags, params, response: { 204: z.null() } } },
      async ({ caller, params: { name } }, reply) => {
        await secrets.remove(caller, name);
        return reply.code(204).send(null);
      },
    );
  };
