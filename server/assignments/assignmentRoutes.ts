import type { FastifyBaseLogger } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Knex } from 'knex';
import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  Assignment,
  AssignmentCounts,
  AssignmentFilter,
  AssignmentQuery,
  BulkBody,
  BulkResult,
  CancelBody,
  DeclineBody,
  DelegateBody,
} from '../../contract/assignments.ts';
import { pageOf, KeyHeaders } from '../../contract/flows.ts';
import { Ulid } from '../../contract/ids.ts';
import { isOverload } from '../foundation/database/unitOfWork.ts';
import { unavailable } from '../foundation/errors.ts';
import type { Authenticate } from '../foundation/http/authenticate.ts';
import { decodeCursor, encodeCursor } from '../foundation/http/cursor.ts';
import { toProblemError } from '../foundation/http/problem.ts';
import { exportOf, findAssignments } from './assignmentLists.ts';
import type { AssignmentService } from './assignmentService.ts';
import { countOpen } from './assignmentStore.ts';
import { toAssignment } from './assignmentView.ts';
import { countUnread } from './noticeStore.ts';
import { withUnreached } from './unreached.ts';

interface Parts {
  authenticate: Authenticate;
  reader: Knex;
  assignments: AssignmentService;
  now(): number;
}

const tags = ['assignments'];
const Id = z.object({ id: Ulid });
const one = { tags, params: Id, response: { 200: Assignment } };

/** Routes of assignments for their assignees, their senders and administrators. */
export const assignmentRoutes =
  (parts: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const { authenticate, assignments } = parts;
    app.addHook('onRequest', authenticate);
    await app.register(listRoutes(parts));

    app.get('/assignments/:id', { schema: one }, ({ caller, params }) => assignments.get(params.id, caller));

    for (const action of ['start', 'resume'] as const)
      app.post(`/assignments/:id/${action}`, { schema: { ...one, headers: KeyHeaders } }, ({ caller, params }) =>
        assignments.start(params.id, caller),
      );

    app.post('/assignments/:id/retry', { schema: { ...one, headers: KeyHeaders } }, ({ caller, params, headers }) =>
      assignments.retry(params.id, caller, headers['idempotency-key']),
    );

    app.post('/assignments/:id/complete', { schema: one }, ({ caller, params }) =>
      assignments.complete(params.id, caller),
    );

    app.post('/assignments/:id/decline', { schema: { ...one, body: DeclineBody } }, ({ caller, params, body }) =>
      assignments.decline(params.id, caller, body.reason),
    );

    app.post('/assignments/:id/delegate', { schema: { ...one, body: DelegateBody } }, ({ caller, params, body }) =>
      assignments.delegate(params.id, caller, body),
    );

    app.post('/assignments/:id/remind', { schema: one }, ({ caller, params }) => assignments.remind(params.id, caller));

    app.post('/assignments/:id/cancel', { schema: { ...one, body: CancelBody } }, ({ caller, params, body }) =>
      assignments.cancel(params.id, caller, body.reason),
    );

    app.post('/assignments/:id/reassign', { schema: { ...one, body: DelegateBody } }, ({ caller, params, body }) =>
      assignments.reassign(params.id, caller, body),
    );

    app.post(
      '/assignments/bulk',
      { schema: { tags, body: BulkBody, response: { 200: BulkResult } } },
      async ({ caller, log, body: { action, ids, reason } }) => {
        const results = [];
        for (const id of new Set(ids))
          results.push(
            await resultOf(id, log, () =>
              action === 'remind' ? assignments.remind(id, caller) : assignments.cancel(id, caller, reason),
            ),
          );
        if (results.every(({ code }) => code === 'unavailable')) throw CANNOT_STORE;
        return { results };
      },
    );
  };

const CANNOT_STORE = unavailable('The server cannot store this right now.');

/** Others may be done already, so no failure of one may refuse the whole call: a refused call has changed nothing. */
async function resultOf(id: string, log: FastifyBaseLogger, action: () => Promise<unknown>) {
  try {
    await action();
    return { id, done: true, code: null, detail: null };
  } catch (error) {
    const problem = isOverload(error) ? CANNOT_STORE : toProblemError(error);
    if (problem.code === 'internal') log.error({ err: error }, 'a request failed');
    return { id, done: false, code: problem.code as string, detail: problem.detail };
  }
}

/** Lists of assignments. */
const listRoutes =
  ({ reader, now }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/assignments',
      { schema: { tags, querystring: AssignmentQuery, response: { 200: pageOf(Assignment) } } },
      async ({ caller, query: { limit, cursor, ...filter } }) => {
        const before = cursor === undefined ? undefined : decodeCursor(Ulid, cursor);
        const wanted = { caller, filter, now: now() };
        const { items, next } = await findAssignments(reader, wanted, { before, limit });
        return {
          items: await withUnreached(
            reader,
            items.map((each) => toAssignment(each, caller, wanted.now)),
          ),
          nextCursor: next && encodeCursor(next),
        };
      },
    );

    app.get(
      '/assignments/counts',
      { schema: { tags, response: { 200: AssignmentCounts } } },
      async ({ caller: { person } }) => {
        const [open, unread] = await Promise.all([countOpen(reader, person.id, now()), countUnread(reader, person.id)]);
        return { ...open, unread };
      },
    );

    app.get(
      '/assignments/export.csv',
      {
        schema: {
          tags,
          querystring: AssignmentFilter.extend({
            direction: AssignmentFilter.shape.direction.unwrap().default('outbound'),
          }),
          response: { 200: z.string() },
        },
      },
      async ({ caller, query }, reply) => {
        const lines = await exportOf(reader, { caller, filter: query, now: now() });
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="assignments.csv"')
          .send(Readable.from(lines) as never); // a stream bypasses the schema
      },
    );
  };
