import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  COUNTED_STATUSES,
  ExecutionCounts,
  ExecutionCountsQuery,
  ExecutionQuery,
  ExecutionSummary,
  ExecutionView,
  MOST_COUNTED,
} from '../../contract/executions.ts';
import { pageOf } from '../../contract/flows.ts';
import { Ulid } from '../../contract/ids.ts';
import { isAdministrator, type Authenticate, type Caller } from '../foundation/http/authenticate.ts';
import { decodeCursor, encodeCursor } from '../foundation/http/cursor.ts';
import { firstIdOf } from '../foundation/newId.ts';
import { countExecutions, listExecutions, type ExecutionFilter, type Seeing } from './executionLists.ts';
import { findExecutions } from './executionSearch.ts';
import { createExecutionService, type ExecutionParts } from './executionService.ts';
import { toSummary } from './executionView.ts';
import { readingIds } from './flowAccessStore.ts';

interface Parts extends ExecutionParts {
  authenticate: Authenticate;
}

const tags = ['executions'];

/**
 * Routes of executions: people see and cancel what they started, owners and readers of a flow see all its executions,
 * administrators everything.
 */
export const executionRoutes =
  (parts: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const executions = createExecutionService(parts);
    app.addHook('onRequest', parts.authenticate);

    const list = { tags, querystring: ExecutionQuery, response: { 200: pageOf(ExecutionSummary) } };
    app.get('/executions', { schema: list }, async ({ caller, query: { limit, cursor, q, ...query } }) => {
      const filter = { ...toFilter(query), status: query.status };
      const place = cursor === undefined ? filter.before : earlier(decodeCursor(Ulid, cursor), filter.before);
      const read = (before: string | undefined, most: number) =>
        listExecutions(parts.reader, { ...filter, before }, most, seeingOf(caller));
      const { executions: found, next } = await findExecutions(read, { q, before: place, limit });
      return {
        items: found.map((each) => toSummary(each, isAdministrator(caller))),
        nextCursor: next && encodeCursor(next),
      };
    });

    const counts = { tags, querystring: ExecutionCountsQuery, response: { 200: ExecutionCounts } };
    app.get('/executions/counts', { schema: counts }, async ({ caller, query }) => {
      const filter = toFilter(query);
      const numbers = await Promise.all(
        COUNTED_STATUSES.map((status) =>
          countExecutions(parts.reader, { ...filter, status }, MOST_COUNTED, seeingOf(caller)),
        ),
      );
      const [waiting, running, failed, cancelled] = numbers as [number, number, number, number];
      return { waiting, running, failed, cancelled };
    });

    const one = { tags, params: z.object({ id: Ulid }), response: { 200: ExecutionView } };
    app.get('/executions/:id', { schema: one }, ({ caller, params }) => executions.view(params.id, caller));
    app.post('/executions/:id/cancel', { schema: one }, ({ caller, params }) => executions.cancel(params.id, caller));
    app.post('/executions/:id/retry', { schema: one }, ({ caller, params }) => executions.retry(params.id, caller));
  };

/** Undefined: no restriction. */
const seeingOf = (caller: Caller): Seeing | undefined =>
  isAdministrator(caller) ? undefined : { personId: caller.person.id, ids: readingIds(caller) };

/** Ids sort by creation time, so a time converts to an id. */
const toFilter = ({
  startedFrom,
  startedBefore,
  ...filter
}: z.infer<typeof ExecutionCountsQuery>): ExecutionFilter => ({
  ...filter,
  ...(startedFrom !== undefined && { from: firstIdOf(Date.parse(startedFrom)) }),
  ...(startedBefore !== undefined && { before: firstIdOf(Date.parse(startedBefore)) }),
});

const earlier = (one: string, other: string | undefined): string => (other !== undefined && other < one ? other : one);
