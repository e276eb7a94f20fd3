import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { FlowAccess, FlowAccessBody } from '../../contract/flowAccess.ts';
import { FlowId } from '../../contract/ids.ts';
import type { Authenticate } from '../foundation/http/authenticate.ts';
import type { FlowAccessService } from './flowAccessService.ts';

interface Parts {
  authenticate: Authenticate;
  access: FlowAccessService;
}

/** Who owns, reads and starts a flow. */
export const flowAccessRoutes =
  ({ authenticate, access }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);
    const schema = { tags: ['flows'], params: z.object({ id: FlowId }), response: { 200: FlowAccess } };
    app.get('/flows/:id/access', { schema }, ({ caller, params }) => access.read(params.id, caller));
    app.put('/flows/:id/access', { schema: { ...schema, body: FlowAccessBody } }, ({ caller, params, body }) =>
      access.replace(params.id, body, caller),
    );
  };
