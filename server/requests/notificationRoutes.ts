import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Knex } from 'knex';
import { z } from 'zod';
import { RequestId } from '../../contract/ids.ts';
import { NotificationQuery, UserNotification } from '../../contract/notifications.ts';
import { HumanResponseBody, Receipt, RespondBody, type Submitted } from '../../contract/payload.ts';
import { toRequestId } from '../../contract/ids.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { invalid, notFound } from '../foundation/errors.ts';
import type { Authenticate } from '../foundation/http/authenticate.ts';
import { decodeCursor, encodeCursor } from '../foundation/http/cursor.ts';
import { markRead } from '../messages/notifications/notificationStore.ts';
import type { AnswerRequest } from './answerRequest.ts';
import { findInbox, type InboxEntry } from './inboxStore.ts';
import { toNotification } from './notificationView.ts';

interface Parts {
  authenticate: Authenticate;
  reader: Knex;
  units: UnitOfWork;
  signals: Signals;
  answer: AnswerRequest;
  now(): number;
}

const IdempotencyKey = z.looseObject({ 'idempotency-key': z.string().min(1).max(100).optional() });
const Cursor = z.tuple([z.int(), z.string()]);

/** The inbox and the answers given there (spec part 4). */
export const notificationRoutes =
  ({ authenticate, reader, units, signals, answer, now }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);

    app.get(
      '/user/notifications',
      {
        schema: {
          tags: ['notifications'],
          querystring: NotificationQuery,
          response: { 200: z.array(UserNotification) },
        },
      },
      async ({ caller, query }, reply) => {
        const { status, limit, cursor } = query;
        const [createdAt, subjectId] = cursor === undefined ? [] : decodeCursor(Cursor, cursor);
        const after = createdAt === undefined ? undefined : { createdAt, subjectId: subjectId! };
        const entries = await findInbox(
          reader,
          { person: caller.person.id, status, after, limit: limit && limit + 1 },
          now(),
        );
        const hasMore = limit !== undefined && entries.length > limit;
        const page = hasMore ? entries.slice(0, limit) : entries;
        if (hasMore) void reply.header('link', nextLink(page.at(-1)!, query));
        return page.map((entry) => toNotification(entry, now()));
      },
    );

    app.patch(
      '/user/notifications/:id/read',
      { schema: { tags: ['notifications'], params: z.object({ id: RequestId }), response: { 204: z.null() } } },
      async ({ caller, params }, reply) => {
        const isMine = await units.run(async ({ trx, afterCommit }) => {
          afterCommit(() => signals.publish('notification', caller.person.id));
          return markRead(trx, params.id, caller.person.id);
        });
        if (!isMine) throw notFound('notification');
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/user/notifications/:id/respond',
      {
        schema: {
          tags: ['notifications'],
          params: z.object({ id: RequestId }),
          headers: IdempotencyKey,
          body: RespondBody,
          response: { 200: Receipt },
        },
      },
      ({ caller, params, body, headers }) =>
        answer({
          requestId: params.id,
          responder: caller.person,
          submitted: typeof body === 'string' ? { value: body } : body,
          source: 'web',
          submissionId: headers['idempotency-key'],
        }),
    );

    app.post(
      '/flow/human-response',
      { schema: { tags: ['notifications'], body: HumanResponseBody, response: { 200: Receipt } } },
      ({ caller, body: { executionId, nodeId, value, values, note, submissionId } }) => {
        const requestId = toRequestId(executionId, nodeId);
        if (!RequestId.safeParse(requestId).success)
          throw invalid({ nodeId: 'There is no such node in an execution.' });
        const submitted: Submitted = value !== undefined ? { value, note } : { values: values!, note };
        return answer({ requestId, responder: caller.person, submitted, source: 'web_inline', submissionId });
      },
    );
  };

function nextLink({ createdAt, request }: InboxEntry, query: NotificationQuery): string {
  const search = new URLSearchParams({ limit: String(query.limit), cursor: encodeCursor([createdAt, request.id]) });
  if (query.status) search.set('status', query.status);
  return `</api/user/notifications?${search.toString()}>; rel="next"`;
}
