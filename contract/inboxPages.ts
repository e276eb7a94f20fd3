/** How many notifications a page of an inbox has. */
export const INBOX_PAGE = { usual: 50, most: 200 };

/** Notifications that are asked for by their ids, at once. */
export const MOST_IDS = 50;

/** Groups of equal questions that are listed, those due first. */
export const MOST_GROUPS = 200;

const COUNTED = ['pending', 'unread', 'completed', 'expired', 'snoozed'] as const;

/** How many notifications an inbox holds; the unread ones are some of those that are pending, and no snoozed one is. */
export type InboxCounts = Record<(typeof COUNTED)[number], number>;

/** How the header `inbox-counts` says it: `pending=2, unread=1, completed=0, expired=0, snoozed=0`. */
export const toCountsHeader = (counts: InboxCounts): string =>
  COUNTED.map((name) => `${name}=${counts[name]}`).join(', ');

/** @returns null for what is no such header; older servers know nothing of snoozing */
export function fromCountsHeader(header: string | null): InboxCounts | null {
  const counts = COUNTED.map((name) => {
    const [, count] = new RegExp(`\\b${name}=(\\d+)`).exec(header ?? '') ?? [];
    return [name, count === undefined && name === 'snoozed' ? 0 : Number(count)] as const;
  });
  return counts.some(([, count]) => Number.isNaN(count)) ? null : (Object.fromEntries(counts) as InboxCounts);
}
