import type { InboxTab, NotificationStatus } from '../../contract/notifications.ts';
import type { RequestStatus } from '../../contract/requests.ts';
import type { InboxChange } from '../messages/notifications/inboxes.ts';

/** A request whose latest versions are not counted yet in the inboxes of all its assignees. */
export interface Unfiled {
  id: string;
  status: RequestStatus;
  assigneeCount: number;
  /** Counted in everybody's inbox. */
  filedVersion: number;
  /** What it is filed up to now. */
  version: number;
  /** Everybody up to this person has it already; empty: nobody. */
  after: string;
}

/** A notification as it is counted, and whether its person has answered. */
export interface Filed {
  requestId: string;
  person: string;
  filedAs: InboxTab | null;
  /** Not snoozed, or its time has come. */
  isAwake: boolean;
  hasAnswered: boolean;
}

/**
 * What one unit files: as many requests as come to no more than `most` notifications, or a part of the first.
 *
 * @param unfiled in the order in which they are due
 */
export function batchOf(unfiled: readonly Unfiled[], most: number): Unfiled[] {
  let count = 0;
  const tooMany = unfiled.findIndex(({ assigneeCount }) => (count += assigneeCount) > most);
  return unfiled.slice(0, tooMany === -1 ? undefined : Math.max(1, tooMany));
}

/** Under which status a notification is counted; one whose time is over is pending until its request is closed. */
export function filedAs(status: RequestStatus, hasAnswered: boolean): NotificationStatus {
  if (hasAnswered || status === 'completed') return 'completed';
  return status === 'waiting' ? 'pending' : 'expired';
}

/** Those notifications that go under another status, with that. */
export function movesOf(batch: readonly Unfiled[], notifications: readonly Filed[]): (Filed & { to: InboxTab })[] {
  const statuses = new Map(batch.map(({ id, status }) => [id, status]));
  return notifications
    .map((each) => ({ ...each, to: tabOf(each, filedAs(statuses.get(each.requestId)!, each.hasAnswered)) }))
    .filter((each) => each.filedAs !== each.to);
}

/** What is snoozed stays so while it is pending. */
const tabOf = ({ filedAs: before, isAwake }: Filed, status: NotificationStatus): InboxTab =>
  before === 'snoozed' && !isAwake && status === 'pending' ? before : status;

/**
 * What that comes to in each inbox. That the time of a snoozed one has come was a change before it is filed, and stays one.
 *
 * @param unread of those that were moved, the ones that their person has not looked at: `requestId/person`
 */
export function changesOf(
  batch: readonly Unfiled[],
  notifications: readonly Filed[],
  unread: ReadonlySet<string>,
): InboxChange[] {
  const versions = new Map(batch.map(({ id, version, filedVersion }) => [id, version - filedVersion]));
  const moves = new Map(movesOf(batch, notifications).map((move) => [keyOf(move), move]));
  const changes = new Map<string, InboxChange>();
  for (const each of notifications) {
    const { person } = each;
    const change = changes.get(person) ?? { person, changes: 0, pending: 0, unread: 0, completed: 0, expired: 0 };
    changes.set(person, change);
    change.changes += versions.get(each.requestId)!;
    const move = moves.get(keyOf(each));
    if (!move) continue;
    const isUnread = unread.has(keyOf(each));
    count(change, move.to, 1, isUnread);
    count(change, move.filedAs, -1, isUnread);
    if (move.filedAs === 'snoozed' && move.isAwake) change.changes++;
  }
  return [...changes.values()];
}

/** Nothing counts those that are snoozed: they are few, and read as they lie. */
function count(change: InboxChange, tab: InboxTab | null, by: 1 | -1, isUnread: boolean): void {
  if (tab === null || tab === 'snoozed') return;
  change[tab] += by;
  if (tab === 'pending' && isUnread) change.unread += by;
}

export const keyOf = ({ requestId, person }: Pick<Filed, 'requestId' | 'person'>): string => `${requestId}/${person}`;

/** What a request with ever so many assignees changes while it is open is not counted every time: it would be all there is to do. */
const MANY = 100;
const REST_MS_PER_ASSIGNEE = 3;

/** When a request that was filed may be filed again; 0: whenever it has changed, whatever the clock says by then. */
export const fileAgainAt = ({ assigneeCount }: Pick<Unfiled, 'assigneeCount'>, now: number): number =>
  assigneeCount < MANY ? 0 : now + assigneeCount * REST_MS_PER_ASSIGNEE;
