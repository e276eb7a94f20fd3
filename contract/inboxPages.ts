/** How many notifications a page of an inbox has. */
export const INBOX_PAGE = { usual: 50, most: 200 };

/** The most notifications in one request by id. */
export const MOST_IDS = 50;

/** The most groups of equal questions that are listed, earliest due first. */
export const MOST_GROUPS = 200;

const COUNTED = ['pending', 'unread', 'completed', 'expired', 'snoozed'] as const;

/** The counts of an inbox. Unread notifications are included in pending; snoozed ones are not. */
export type InboxCounts = Record<(typeof COUNTED)[number], number>;

/** The format of the header `inbox-counts`: `pending=2, unread=1, completed=0, expired=0, snoozed=0`. */
export const toCountsHeader = (counts: InboxCounts): string =>
  COUNTED.map((name) => `${name}=${counts[name]}`).join(', ');

/** @returns null if malformed; older servers do not send `snoozed` */
export function fromCountsHeader(header: string | null): InboxCounts | null {
  const counts = COUNTED.map((name) => {
    const [, count] = new RegExp(`\\b${name}=(\\d+)`).exec(header ?? '') ?? [];
    return [name, count === undefined && name === 'snoozed' ? 0 : Number(count)] as const;
  });
  return counts.some(([, count]) => Number.isNaN(count)) ? null : (Object.fromEntries(counts) as InboxCounts);
}
