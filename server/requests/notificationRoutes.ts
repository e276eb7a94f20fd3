import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Knex } from 'knex';
import { z } from 'zod';
import { RequestId } from '../../contract/ids.ts';
import { toCountsHeader } from '../../contract/inboxPages.ts';
import { NotificationQuery, UserNotification } from '../../contract/notifications.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { notFound } from '../foundation/errors.ts';
import type { Authenticate } from '../foundation/http/authenticate.ts';
import { decodeCursor, encodeCursor } from '../foundation/http/cursor.ts';
import { markRead } from '../messages/notifications/notificationStore.ts';
import { createInboxMemory } from './inboxMemory.ts';
import { findPage } from './inboxSearch.ts';
import { inboxState } from './inboxStates.ts';
import type { Place } from './inboxStore.ts';
import { toNotification } from './notificationView.ts';

interface Parts {
  authenticate: Authenticate;
  reader: Knex;
  units: UnitOfWork;
  signals: Signals;
  now(): number;
}

const Cursor = z.tuple([z.int(), RequestId]);

/** The inbox of the caller (behaviour 4). */
export const notificationRoutes =
  ({ authenticate, reader, units, signals, now }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);
    const remembered = createInboxMemory(now);

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
        const { status, limit, cursor, chatId, logId, ids, ...filter } = query;
        const person = caller.person.id;
        const [createdAt, subjectId] = cursor === undefined ? [] : decodeCursor(Cursor, cursor);
        const after = createdAt === undefined ? undefined : { createdAt, subjectId: subjectId! };
        // read before the entries: should something change in between, the version is the old one, and a client looks again
        const { version, counts } = await inboxState(reader, person, now());
        void reply.header('inbox-version', version).header('inbox-counts', toCountsHeader(counts));
        const read = async () => {
          const inbox = { person, status, chatId, logId, ids, after, limit };
          const { entries, next } = await findPage(reader, inbox, filter, now());
          const page = entries.map((entry) => toNotification(entry, now()));
          return { text: reply.serializeInput(page as never, '200') as string, link: next && nextLink(next, query) };
        };
        const { text, link } = await (isFirstPage(query)
          ? remembered({ person, status, limit }, version, read)
          : read());
        if (link) void reply.header('link', link);
        return reply.type('application/json; charset=utf-8').send(text as never); // it went through the schema when it was read
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

/** Of the whole inbox, or of a tab of it. */
const isFirstPage = ({ status: _, limit: __, ...rest }: NotificationQuery): boolean =>
  Object.values(rest).every((value) => value === undefined);

function nextLink({ createdAt, subjectId }: Place, { cursor: _, ...query }: NotificationQuery): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  search.set('cursor', encodeCursor([createdAt, subjectId]));
  return `</api/user/notifications?${search.toString()}>; rel="next"`;
}
