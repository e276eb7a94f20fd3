import type { InboxTab, NotificationStatus } from '../../contract/notifications.ts';
import type { RequestStatus } from '../../contract/requests.ts';
import type { InboxChange } from '../messages/notifications/inboxes.ts';

/** A request whose latest versions are not counted yet in all its assignees' inboxes. */
export interface Unfiled {
  id: string;
  status: RequestStatus;
  assigneeCount: number;
  /** The version counted in everybody's inbox. */
  filedVersion: number;
  /** The version that is being filed. */
  version: number;
  /** People up to this one are filed already; empty: none. */
  after: string;
}

/** A notification as it is counted, and whether its person has answered. */
export interface Filed {
  requestId: string;
  person: string;
  filedAs: InboxTab | null;
  /** Not snoozed, or its snooze has ended. */
  isAwake: boolean;
  hasAnswered: boolean;
}

/**
 * What one unit files: as many requests as have at most `most` notifications together, or part of the first one.
 * @param unfiled in the order in which they are due
 */
export function batchOf(unfiled: readonly Unfiled[], most: number): Unfiled[] {
  let count = 0;
  const tooMany = unfiled.findIndex(({ assigneeCount }) => (count += assigneeCount) > most);
  return unfiled.slice(0, tooMany === -1 ? undefined : Math.max(1, tooMany));
}

/** The status under which a notification is counted; an expired one stays pending until its request is closed. */
export function filedAs(status: RequestStatus, hasAnswered: boolean): NotificationStatus {
  if (hasAnswered || status === 'completed') return 'completed';
  return status === 'waiting' ? 'pending' : 'expired';
}

/** The notifications whose status changes, each with the new one. */
export function movesOf(batch: readonly Unfiled[], notifications: readonly Filed[]): (Filed & { to: InboxTab })[] {
  const statuses = new Map(batch.map(({ id, status }) => [id, status]));
  return notifications
    .map((each) => ({ ...each, to: tabOf(each, filedAs(statuses.get(each.requestId)!, each.hasAnswered)) }))
    .filter((each) => each.filedAs !== each.to);
}

/** A snoozed notification stays snoozed while it is pending. */
const tabOf = ({ filedAs: before, isAwake }: Filed, status: NotificationStatus): InboxTab =>
  before === 'snoozed' && !isAwake && status === 'pending' ? before : status;

/**
 * The resulting changes of each inbox. The end of a snooze counted as a change before it was filed, and still does.
 * @param unread the moved notifications that their person has not read: `requestId/person`
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

/** Snoozed notifications have no counter: they are few, and counted by query. */
function count(change: InboxChange, tab: InboxTab | null, by: 1 | -1, isUnread: boolean): void {
  if (tab === null || tab === 'snoozed') return;
  change[tab] += by;
  if (tab === 'pending' && isUnread) change.unread += by;
}

export const keyOf = ({ requestId, person }: Pick<Filed, 'requestId' | 'person'>): string => `${requestId}/${person}`;

/** Changes of an open request with very many assignees are not filed each time: filing would do nothing else. */
const MANY = 100;
const REST_MS_PER_ASSIGNEE = 3;

/**
 * The earliest time at which a filed request may be filed again; 0: on its next change, even if the clock is set back.
 */
export const fileAgainAt = ({ assigneeCount }: Pick<Unfiled, 'assigneeCount'>, now: number): number =>
  assigneeCount < MANY ? 0 : now + assigneeCount * REST_MS_PER_ASSIGNEE;
