import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ExecutionQuery, ExecutionSummary, ExecutionView } from '../../contract/executions.ts';
import { pageOf } from '../../contract/flows.ts';
import { Ulid } from '../../contract/ids.ts';
import { isAdministrator, type Authenticate } from '../foundation/http/authenticate.ts';
import { decodeCursor, toPage } from '../foundation/http/cursor.ts';
import { listExecutions } from './executionQueries.ts';
import { createExecutionService, type ExecutionParts } from './executionService.ts';
import { toSummary } from './executionView.ts';
import { readingIds } from './flowAccessStore.ts';

interface Parts extends ExecutionParts {
  authenticate: Authenticate;
}

const tags = ['executions'];

/**
 * Executions: people see and cancel what they started, owners and readers of a flow see all of it, administrators
 * everything.
 */
export const executionRoutes =
  (parts: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const executions = createExecutionService(parts);
    app.addHook('onRequest', parts.authenticate);

    const list = { tags, querystring: ExecutionQuery, response: { 200: pageOf(ExecutionSummary) } };
    app.get('/executions', { schema: list }, async ({ caller, query: { flowId, status, limit, cursor } }) => {
      const before = cursor === undefined ? undefined : decodeCursor(Ulid, cursor);
      const seeing = isAdministrator(caller) ? undefined : { personId: caller.person.id, ids: readingIds(caller) };
      const found = await listExecutions(parts.reader, { flowId, status, before, limit: limit + 1 }, seeing);
      const { items, nextCursor } = toPage(found, limit, ({ id }) => id);
      return { items: items.map(toSummary), nextCursor };
    });

    const one = { tags, params: z.object({ id: Ulid }), response: { 200: ExecutionView } };
    app.get('/executions/:id', { schema: one }, ({ caller, params }) => executions.view(params.id, caller));
    app.post('/executions/:id/cancel', { schema: one }, ({ caller, params }) => executions.cancel(params.id, caller));
    app.post('/executions/:id/retry', { schema: one }, ({ caller, params }) => executions.retry(params.id, caller));
  };
