import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Knex } from 'knex';
import { z } from 'zod';
import { RequestId } from '../../contract/ids.ts';
import { NotificationQuery, UserNotification } from '../../contract/notifications.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { notFound } from '../foundation/errors.ts';
import type { Authenticate } from '../foundation/http/authenticate.ts';
import { decodeCursor, encodeCursor } from '../foundation/http/cursor.ts';
import { markRead } from '../messages/notifications/notificationStore.ts';
import { findInbox, inboxVersion, type InboxEntry } from './inboxStore.ts';
import { toNotification } from './notificationView.ts';

interface Parts {
  authenticate: Authenticate;
  reader: Knex;
  units: UnitOfWork;
  signals: Signals;
  now(): number;
}

const Cursor = z.tuple([z.int(), RequestId]);

/** The inbox of the caller (spec part 4). */
export const notificationRoutes =
  ({ authenticate, reader, units, signals, now }: Parts): FastifyPluginAsyncZod =>
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
        // read before the entries: should something change in between, the version is the old one, and a client looks again
        void reply.header('inbox-version', await inboxVersion(reader, caller.person.id));
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
  };

function nextLink({ createdAt, request }: InboxEntry, query: NotificationQuery): string {
  const search = new URLSearchParams({ limit: String(query.limit), cursor: encodeCursor([createdAt, request.id]) });
  if (query.status) search.set('status', query.status);
  return `</api/user/notifications?${search.toString()}>; rel="next"`;
}
