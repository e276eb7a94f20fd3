import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Knex } from 'knex';
import { z } from 'zod';
import {
  AssignmentNotification,
  AssignmentNotificationQuery,
  ReadAllBody,
  type AssignmentNoticeKind,
} from '../../contract/assignments.ts';
import { pageOf } from '../../contract/flows.ts';
import { Ulid } from '../../contract/ids.ts';
import { toIso } from '../foundation/database/rows.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { notFound } from '../foundation/errors.ts';
import type { Authenticate, Caller } from '../foundation/http/authenticate.ts';
import { decodeCursor, toPage } from '../foundation/http/cursor.ts';
import { findListed } from './assignmentStore.ts';
import { toAssignment } from './assignmentView.ts';
import { listNotices, markNoticeRead, markSomeRead, type StoredNotice } from './noticeStore.ts';

interface Parts {
  authenticate: Authenticate;
  reader: Knex;
  units: UnitOfWork;
  signals: Signals;
  now(): number;
}

const tags = ['assignments'];

/** Routes of a person's notices about assignments, received and sent ones. */
export const noticeRoutes =
  ({ authenticate, reader, units, signals, now }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);

    async function toNotifications(notices: StoredNotice[], caller: Caller): Promise<AssignmentNotification[]> {
      const known = await findListed(reader, [...new Set(notices.flatMap(({ assignmentId }) => assignmentId ?? []))]);
      return notices.map(({ id, kind, scope, isRead, createdAt, assignmentId }) => ({
        id,
        kind: kind as AssignmentNoticeKind, // a list contains no digests
        scope,
        isRead,
        at: toIso(createdAt),
        assignment: toAssignment(known.get(assignmentId!)!, caller, now()),
      }));
    }

    app.get(
      '/assignments/notifications',
      { schema: { tags, querystring: AssignmentNotificationQuery, response: { 200: pageOf(AssignmentNotification) } } },
      async ({ caller, query: { limit, cursor, ...filter } }) => {
        const before = cursor === undefined ? undefined : decodeCursor(Ulid, cursor);
        const found = await listNotices(reader, { ...filter, person: caller.person.id, before, limit: limit + 1 });
        const { items, nextCursor } = toPage(found, limit, ({ id }) => id);
        return { items: await toNotifications(items, caller), nextCursor };
      },
    );

    app.patch(
      '/assignments/notifications/:id/read',
      { schema: { tags, params: z.object({ id: Ulid }), response: { 204: z.null() } } },
      async ({ caller: { person }, params }, reply) => {
        await units.run(async ({ trx, afterCommit }) => {
          if (!(await markNoticeRead(trx, params.id, person.id))) throw notFound('notification');
          afterCommit(() => signals.publish('notification', person.id));
        });
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/assignments/notifications/read',
      { schema: { tags, body: ReadAllBody, response: { 204: z.null() } } },
      async ({ caller: { person }, body }, reply) => {
        const markSome = (): Promise<boolean> =>
          units.run(({ trx, afterCommit }) => {
            afterCommit(() => signals.publish('notification', person.id));
            return markSomeRead(trx, person.id, body.scope);
          });
        while (await markSome());
        return reply.code(204).send(null);
      },
    );
  };
