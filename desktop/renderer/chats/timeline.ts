import type { ChatMessage } from '../../../contract/chats.ts';
import type { LogPlace } from '../api/logPlace.ts';
import type { UserNotification } from '../../../contract/notifications.ts';

export type Entry =
  | { kind: 'message'; id: string; at: string; message: ChatMessage }
  | { kind: 'question'; id: string; at: string; notification: UserNotification };

/**
 * The content of a chat, oldest first: the person's log, and the questions to them in it. While older messages are not
 * loaded, questions older than the oldest loaded message are left out.
 *
 * @param messages newest first
 */
export function timelineOf(
  { chatId, logId }: LogPlace,
  messages: readonly ChatMessage[],
  notifications: readonly UserNotification[],
  hasEarlier: boolean,
): Entry[] {
  const since = hasEarlier ? (messages.at(-1)?.at ?? '') : '';
  let latest = ''; // the log's order counts: a clock may have been set back
  const said = messages.toReversed().map((message): Entry => {
    if (message.at > latest) latest = message.at;
    return { kind: 'message', id: message.id, at: latest, message };
  });
  const asked = notifications
    .filter((each) => each.chatId === chatId && each.logId === logId && each.createdAt >= since)
    .map((notification): Entry => ({
      kind: 'question',
      id: notification.id,
      at: notification.createdAt,
      notification,
    }));
  // stable sort: at the same moment, messages come before questions
  return [...said, ...asked.reverse()].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}
