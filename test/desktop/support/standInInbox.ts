import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { toCountsHeader } from '../../../contract/inboxPages.ts';
import { NotificationQuery, NotificationStatus, type UserNotification } from '../../../contract/notifications.ts';

/** What is asked of an inbox; ids may have any shape. */
export const AnyInboxQuery = NotificationQuery.extend({
  ids: z.string().optional(),
  flowId: z.string().optional(),
  chatId: z.string().optional(),
  logId: z.string().optional(),
});

/** As the server reads an inbox; the tests list what is in it newest first. */
export function inboxPage(
  { notifications }: { notifications: UserNotification[] },
  { status, type, flowId, dueBefore, q = '', chatId, limit, cursor, ...asked }: z.infer<typeof AnyInboxQuery>,
  reply: FastifyReply,
): UserNotification[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const ids = asked.ids?.split(',');
  const found = notifications.filter(
    (each) =>
      (!status || each.status === status) &&
      (!type || each.inputType === type) &&
      (!flowId || each.flowId === flowId) &&
      (!chatId || each.chatId === chatId) &&
      (!ids || ids.includes(each.id)) &&
      (!dueBefore || each.expiresAt <= dueBefore) &&
      words.every((word) => `${each.flowName} ${each.requester} ${each.prompt}`.toLowerCase().includes(word)),
  );
  const start = cursor === undefined ? 0 : Number(cursor);
  const countOf = (wanted: string) => notifications.filter((each) => each.status === wanted).length;
  const unread = notifications.filter((each) => each.status === 'pending' && !each.isRead).length;
  const [pending, completed, expired] = NotificationStatus.options.map(countOf) as [number, number, number];
  void reply.header('inbox-counts', toCountsHeader({ pending, unread, completed, expired }));
  if (found.length > start + limit)
    void reply.header('link', `</api/user/notifications?cursor=${start + limit}>; rel="next"`);
  return found.slice(start, start + limit);
}
