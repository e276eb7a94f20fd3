import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { toCountsHeader } from '../../../contract/inboxPages.ts';
import {
  InboxTab,
  NotificationQuery,
  type NotificationGroup,
  type UserNotification,
} from '../../../contract/notifications.ts';

/** The inbox query, except that ids may have any form. */
const AnyInboxQuery = NotificationQuery.extend({
  ids: z.string().optional(),
  flowId: z.string().optional(),
  chatId: z.string().optional(),
  logId: z.string().optional(),
});

interface State {
  notifications: UserNotification[];
}

export function inboxRoutes(api: FastifyInstance, state: State): void {
  const find = (id: string) => state.notifications.find((each) => each.id === id)!;
  api.get('/user/notifications', ({ query }, reply) => inboxPage(state, AnyInboxQuery.parse(query), reply));
  api.get('/user/notifications/groups', () => groupsOf(state));
  api.patch<{ Params: { id: string } }>('/user/notifications/:id/snooze', ({ params, body }) => {
    find(params.id).snoozedUntil = (body as { until: string | null }).until;
    return {};
  });
  api.patch<{ Params: { id: string } }>('/user/notifications/:id/read', ({ params }) => {
    find(params.id).isRead = true;
    return {};
  });
}

/** Reads an inbox like the server; the tests list its contents newest first. */
function inboxPage(
  { notifications }: State,
  {
    status,
    sort,
    type,
    flowId,
    nodeId,
    dueBefore,
    q = '',
    chatId,
    limit,
    cursor,
    ...asked
  }: z.infer<typeof AnyInboxQuery>,
  reply: FastifyReply,
): UserNotification[] {
  const tabOf = (each: UserNotification) => (each.status === 'pending' && each.snoozedUntil ? 'snoozed' : each.status);
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const ids = asked.ids?.split(',');
  const found = notifications.filter(
    (each) =>
      (!status || tabOf(each) === status) &&
      (!type || each.inputType === type) &&
      (!flowId || each.flowId === flowId) &&
      (!nodeId || each.nodeId.split('.')[0] === nodeId) &&
      (!chatId || each.chatId === chatId) &&
      (!ids || ids.includes(each.id)) &&
      (!dueBefore || each.expiresAt <= dueBefore) &&
      words.every((word) => `${each.flowName} ${each.requester} ${each.prompt}`.toLowerCase().includes(word)),
  );
  if (sort === 'due') found.sort((one, other) => one.expiresAt.localeCompare(other.expiresAt));
  if (sort === 'flow') found.sort((one, other) => one.flowId.localeCompare(other.flowId));
  const start = cursor === undefined ? 0 : Number(cursor);
  const countOf = (wanted: string) => notifications.filter((each) => tabOf(each) === wanted).length;
  const unread = notifications.filter((each) => tabOf(each) === 'pending' && !each.isRead).length;
  const [pending, completed, expired, snoozed] = InboxTab.options.map(countOf) as [number, number, number, number];
  void reply.header('inbox-counts', toCountsHeader({ pending, unread, completed, expired, snoozed }));
  if (found.length > start + limit)
    void reply.header('link', `</api/user/notifications?cursor=${start + limit}>; rel="next"`);
  return found.slice(start, start + limit);
}

/** Groups pending ones like the server. */
function groupsOf({ notifications }: State): NotificationGroup[] {
  const pending = notifications.filter(({ status, snoozedUntil }) => status === 'pending' && !snoozedUntil);
  const groups = new Map<string, NotificationGroup>();
  for (const first of pending.toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt))) {
    const nodeId = first.nodeId.split('.')[0]!;
    const { flowId, flowName } = first;
    const known = groups.get(`${flowId}/${nodeId}`);
    if (known) known.count++;
    else groups.set(`${flowId}/${nodeId}`, { flowId, nodeId, flowName, label: first.meta.label, count: 1, first });
  }
  return [...groups.values()];
}
