import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { SavedFlow } from '../../contract/flows.ts';
import { FlowId } from '../../contract/ids.ts';
import type { Authenticate } from '../foundation/http/authenticate.ts';
import type { FlowRetirement } from './retirementService.ts';

interface Parts {
  authenticate: Authenticate;
  retirement: FlowRetirement;
}

/** Retiring a flow, and bringing it back. */
export const retirementRoutes =
  ({ authenticate, retirement }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);
    const schema = { tags: ['flows'], params: z.object({ id: FlowId }), response: { 200: SavedFlow } };
    app.post('/flows/:id/retire', { schema }, ({ caller, params }) => retirement.retire(params.id, caller));
    app.post('/flows/:id/restore', { schema }, ({ caller, params }) => retirement.restore(params.id, caller));
  };
