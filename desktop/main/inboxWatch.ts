import { z } from 'zod';
import { AssignmentCounts } from '../../contract/assignments.ts';
import { UserNotification } from '../../contract/notifications.ts';
import { fromCountsHeader } from '../../contract/inboxPages.ts';
import type { Log } from './ports.ts';

/** The inbox data for the tray and notifications. */
export interface Waiting {
  /** The pending questions, earliest due first. */
  items: UserNotification[];
  unread: number;
  assignments: number;
}

export interface InboxWatch {
  /** Reads the inbox again. Calls during a read cause only one more. */
  look(): Promise<void>;
  latest(): Waiting | null;
  /** Another person signed in, or nobody: discards what was read or is being read. */
  forget(): void;
}

/** Calls a route below `/api` as the person. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

const MOST_READ = 200;
const Page = z.array(UserNotification);

/** Reads the person's inbox whenever it may have changed. A failed read is repeated with the next hint. */
export function createInboxWatch(
  ask: Ask,
  log: Log,
  onChange: (now: Waiting, before: Waiting | null) => void,
): InboxWatch {
  let latest: Waiting | null = null;
  let reading: Promise<void> | null = null;
  let isDirty = false;
  let times = 0;

  async function read(): Promise<void> {
    const time = times;
    const response = await ask(`/user/notifications?status=pending&limit=${MOST_READ}`);
    if (!response.ok) throw new Error(`status ${response.status}`);
    const items = Page.parse(await response.json());
    const unread =
      fromCountsHeader(response.headers.get('inbox-counts'))?.unread ?? items.filter((each) => !each.isRead).length;
    const assignments = await activeAssignments();
    if (time !== times) return;
    const before = latest;
    latest = { items: items.toSorted(byDue), unread, assignments };
    onChange(latest, before);
  }

  async function activeAssignments(): Promise<number> {
    const response = await ask('/assignments/counts');
    return response.ok ? AssignmentCounts.parse(await response.json()).active : 0;
  }

  async function readUntilClean(): Promise<void> {
    do {
      isDirty = false;
      await read().catch((error: unknown) => log.warn('inbox not read', { reason: String(error).slice(0, 200) }));
    } while (isDirty);
  }

  return {
    latest: () => latest,
    forget() {
      latest = null;
      times++;
    },
    look() {
      if (reading) isDirty = true;
      return (reading ??= readUntilClean().finally(() => (reading = null)));
    },
  };
}

const byDue = (one: UserNotification, other: UserNotification): number => one.expiresAt.localeCompare(other.expiresAt);
