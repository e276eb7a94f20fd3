import type { ChatMessage } from '../../../contract/chats.ts';

interface Log {
  /** Newest first. */
  items: ChatMessage[];
  nextCursor: string | null;
}

/**
 * Adds messages to older ones. Their order is the server's and not that of their times: a clock may have been set back.
 * What is before the first common message came while the newer ones were read.
 */
export function joined({ items }: Pick<Log, 'items'>, older: Log): Log {
  const isThere = ({ id }: ChatMessage) => items.some((each) => each.id === id);
  const common = older.items.findIndex(isThere);
  const later = older.items.slice(0, Math.max(common, 0));
  const rest = older.items.slice(later.length).filter((each) => !isThere(each));
  return { items: [...later, ...items, ...rest], nextCursor: older.nextCursor };
}
