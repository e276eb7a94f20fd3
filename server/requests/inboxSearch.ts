import { setImmediate as breathe } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { NotificationQuery } from '../../contract/notifications.ts';
import { hasAll, wordsOf } from '../foundation/wordSearch.ts';
import { nodeIdOf, placeOf, type InboxPosition } from './inboxOrder.ts';
import { findInbox, type InboxEntry, type InboxQuery } from './inboxStore.ts';

export type Filter = Pick<NotificationQuery, 'q' | 'type' | 'flowId' | 'nodeId' | 'dueBefore'>;

/** A page of an inbox, and the entry after which the next one starts; null on the last page. */
export interface InboxPage {
  entries: InboxEntry[];
  next: InboxPosition | null;
}

/** How many entries one call scans, and the batch size: between batches the event loop serves others. */
const MOST_SEARCHED = 1000;
const SEARCHED_AT_ONCE = 100;

/** A page of filtered entries: it may be short or empty if many entries had to be scanned. */
export async function findPage(db: Knex, inbox: InboxQuery, filter: Filter, now: number): Promise<InboxPage> {
  const { limit } = inbox;
  const isWanted = filterOf(filter);
  if (isWanted === null) {
    const entries = await findInbox(db, { ...inbox, limit: limit + 1 }, now);
    return cut(entries, limit);
  }
  const found: InboxEntry[] = [];
  let after = inbox.after;
  for (let searched = 0; searched < MOST_SEARCHED; searched += SEARCHED_AT_ONCE) {
    const some = await findInbox(db, { ...inbox, after, limit: SEARCHED_AT_ONCE }, now);
    found.push(...some.filter(isWanted));
    if (found.length > limit || some.length < SEARCHED_AT_ONCE) return cut(found, limit);
    after = placeOfEntry(some.at(-1)!);
    await breathe();
  }
  return { entries: found, next: after! };
}

function cut(entries: InboxEntry[], limit: number): InboxPage {
  const page = entries.slice(0, limit);
  return { entries: page, next: entries.length > limit ? placeOfEntry(page.at(-1)!) : null };
}

const placeOfEntry = ({ createdAt, request }: InboxEntry): InboxPosition => placeOf(request, createdAt);

/** The filter as a predicate; null if it filters nothing. Every word must occur somewhere. */
export function filterOf({ q = '', type, flowId, nodeId, dueBefore }: Filter): ((entry: InboxEntry) => boolean) | null {
  const words = wordsOf(q);
  const due = dueBefore === undefined ? null : Date.parse(dueBefore);
  if (words.length === 0 && [type, flowId, nodeId].every((each) => each === undefined) && due === null) return null;
  return ({ request }) =>
    (type === undefined || request.body.inputType === type) &&
    (flowId === undefined || request.flowId === flowId) &&
    (nodeId === undefined || nodeIdOf(request.visitKey) === nodeId) &&
    (due === null || request.expiresAt <= due) &&
    (words.length === 0 || hasAll(textOf(request), words));
}

function textOf({ body }: InboxEntry['request']): string {
  const { flowName, requester, chatContext, title = '', prompt } = body;
  return `${flowName}\n${requester.displayName}\n${chatContext.chatName}\n${title}\n${prompt}`;
}
