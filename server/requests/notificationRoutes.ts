import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Knex } from 'knex';
import { z } from 'zod';
import { RequestId } from '../../contract/ids.ts';
import { MOST_GROUPS, toCountsHeader } from '../../contract/inboxPages.ts';
import { NotificationGroup, NotificationQuery, SnoozeBody, UserNotification } from '../../contract/notifications.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { check, failed, notFound } from '../foundation/errors.ts';
import type { Authenticate } from '../foundation/http/authenticate.ts';
import { markRead } from '../messages/notifications/notificationStore.ts';
import { decodePlace, encodePlace } from './inboxCursor.ts';
import { createInboxCache } from './inboxCache.ts';
import { findGroups, type InboxGroup } from './inboxGroups.ts';
import { groupKeyOf, nodeIdOf, type InboxPosition } from './inboxOrder.ts';
import { findPage } from './inboxSearch.ts';
import { inboxState } from './inboxStates.ts';
import { toNotification } from './notificationView.ts';
import { snooze } from './snoozing.ts';

interface Parts {
  authenticate: Authenticate;
  reader: Knex;
  units: UnitOfWork;
  signals: Signals;
  now(): number;
}

/** The inbox of the caller (behaviour 4). */
export const notificationRoutes =
  (parts: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const { authenticate, reader, now } = parts;
    app.addHook('onRequest', authenticate);
    const remembered = createInboxCache(now);

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
        const person = caller.person.id;
        const { inbox, filter } = searchOf(query);
        // read before the entries: if something changes in between, the client gets the old version and reads again
        const { version, counts } = await inboxState(reader, person, now());
        void reply.header('inbox-version', version).header('inbox-counts', toCountsHeader(counts));
        const read = async () => {
          const { entries, next } = await findPage(reader, { person, ...inbox }, filter, now());
          const page = entries.map((entry) => toNotification(entry, now()));
          return { text: reply.serializeInput(page as never, '200') as string, link: next && nextLink(next, query) };
        };
        const { text, link } = await (isFirstPage(query)
          ? remembered(`${person} ${query.status} ${inbox.sort} ${query.limit}`, version, read)
          : read());
        if (link) void reply.header('link', link);
        return reply.type('application/json; charset=utf-8').send(text as never); // checked by its schema when read
      },
    );

    groupRoute(app, parts, remembered);
    markRoutes(app, parts);
  };

type App = Parameters<FastifyPluginAsyncZod>[0];

/** Groups of equal questions. */
function groupRoute(app: App, { reader, now }: Parts, remembered: ReturnType<typeof createInboxCache>): void {
  app.get(
    '/user/notifications/groups',
    { schema: { tags: ['notifications'], response: { 200: z.array(NotificationGroup) } } },
    async ({ caller }, reply) => {
      const person = caller.person.id;
      const { version, counts } = await inboxState(reader, person, now());
      void reply.header('inbox-version', version).header('inbox-counts', toCountsHeader(counts));
      const { text } = await remembered(`${person} groups`, version, async () => {
        const groups = await findGroups(reader, person, MOST_GROUPS, now());
        const shown = groups.map((group) => toGroup(group, now()));
        return { text: reply.serializeInput(shown as never, '200') as string, link: null };
      });
      return reply.type('application/json; charset=utf-8').send(text as never);
    },
  );
}

/** Changes of a notification other than answering it. */
function markRoutes(app: App, { units, signals, now }: Parts): void {
  app.patch(
    '/user/notifications/:id/read',
    { schema: { tags: ['notifications'], params: z.object({ id: RequestId }), response: { 204: z.null() } } },
    async ({ caller, params }, reply) => {
      const { id: person } = caller.person;
      const isMine = await units.run(({ trx, afterCommit }) =>
        markRead(trx, params.id, person, () => afterCommit(() => signals.publish('notification', person))),
      );
      if (!isMine) throw notFound('notification');
      return reply.code(204).send(null);
    },
  );

  app.patch(
    '/user/notifications/:id/snooze',
    {
      schema: {
        tags: ['notifications'],
        params: z.object({ id: RequestId }),
        body: SnoozeBody,
        response: { 204: z.null() },
      },
    },
    async ({ caller, params, body }, reply) => {
      const person = caller.person.id;
      const until = body.until === null ? null : Date.parse(body.until);
      await units.run(async ({ trx, afterCommit }) => {
        afterCommit(() => signals.publish('notification', person));
        await snooze(trx, { subjectId: params.id, person, until }, now());
      });
      return reply.code(204).send(null);
    },
  );
}

function toGroup({ count, first }: InboxGroup, now: number): NotificationGroup {
  const { flowId, visitKey, body } = first.request;
  return {
    flowId,
    nodeId: nodeIdOf(visitKey),
    flowName: body.flowName,
    label: body.label,
    count,
    first: toNotification(first, now),
  };
}

/**
 * Splits a query into what the store can select and what is filtered per entry. Groups are found by an index if pending
 * and not sorted newest first.
 */
function searchOf({ status, sort = 'newest', limit, cursor, chatId, logId, ids, ...filter }: NotificationQuery) {
  const isOrdered = sort !== 'newest';
  const { flowId, nodeId, ...rest } = filter;
  if (isOrdered && status !== 'pending' && status !== 'snoozed') throw failed({ sort: check('sortOfTab') });
  if (nodeId !== undefined && flowId === undefined) throw failed({ nodeId: check('nodeOfFlow') });
  const after = cursor === undefined ? undefined : decodePlace(sort, cursor);
  const inbox = { status, sort, chatId, logId, ids, after, limit };
  const isGroup = isOrdered && status === 'pending' && flowId !== undefined && nodeId !== undefined;
  return isGroup ? { inbox: { ...inbox, groupKey: groupKeyOf(flowId, nodeId) }, filter: rest } : { inbox, filter };
}

/** Whether it is a first page without filters, of the whole inbox or of a tab. */
const isFirstPage = ({ status: _, sort: __, limit: ___, ...rest }: NotificationQuery): boolean =>
  Object.values(rest).every((value) => value === undefined);

function nextLink(place: InboxPosition, { cursor: _, ...query }: NotificationQuery): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  search.set('cursor', encodePlace(query.sort ?? 'newest', place));
  return `</api/user/notifications?${search.toString()}>; rel="next"`;
}
