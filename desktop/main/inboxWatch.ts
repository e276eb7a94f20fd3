import { z } from 'zod';
import { AssignmentCounts } from '../../contract/assignments.ts';
import { UserNotification } from '../../contract/notifications.ts';
import { fromCountsHeader } from '../../contract/inboxPages.ts';
import type { Log } from './ports.ts';
import { isDecided, type Ask } from './serverCalls.ts';

/** The inbox data for the tray and notifications. */
export interface Waiting {
  /** The pending questions, earliest due first: all of them, or the newest and the most urgent. */
  items: UserNotification[];
  /** If some are missing: all that are newer than this are among the items (ISO 8601). */
  completeSince?: string;
  unread: number;
  assignments: number;
}

export interface InboxWatch {
  /** Reads the inbox again. Calls during a read cause only one more. */
  look(): Promise<void>;
  latest(): Waiting | null;
  /** Whether the last read failed, so that something may be missing. */
  isBehind(): boolean;
  /** Another person signed in, or nobody: discards what was read or is being read. */
  forget(): void;
}

const MOST_READ = 200;
/** How many of the most urgent ones are read if not all are. */
const URGENT = 20;
const Page = z.array(UserNotification);

/** Reads the person's inbox whenever it may have changed. A failed read is repeated with the next heartbeat. */
export function createInboxWatch(
  ask: Ask,
  log: Log,
  onChange: (now: Waiting, before: Waiting | null) => void,
): InboxWatch {
  let latest: Waiting | null = null;
  let reading: Promise<void> | null = null;
  let isDirty = false;
  let isBehind = false;
  let times = 0;

  async function read(): Promise<void> {
    const time = times;
    const { items: newest, counts } = await page(`limit=${MOST_READ}`);
    const isCut = counts !== null && counts.pending > newest.length;
    const urgent = isCut ? (await page(`limit=${URGENT}&sort=due`)).items : [];
    const assignments = await activeAssignments();
    if (time !== times) return;
    const items = [...new Map([...newest, ...urgent].map((each) => [each.id, each])).values()].toSorted(byDue);
    const unread = counts?.unread ?? items.filter((each) => !each.isRead).length;
    const before = latest;
    latest = { items, unread, assignments, ...(isCut && { completeSince: newest.at(-1)?.createdAt }) };
    isBehind = false;
    onChange(latest, before);
  }

  async function page(query: string) {
    const response = await ask(`/user/notifications?status=pending&${query}`);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return {
      items: Page.parse(await response.json()),
      counts: fromCountsHeader(response.headers.get('inbox-counts')),
    };
  }

  async function activeAssignments(): Promise<number> {
    const response = await ask('/assignments/counts');
    if (!isDecided(response)) throw new Error(`status ${response.status}`);
    return response.ok ? AssignmentCounts.parse(await response.json()).active : 0;
  }

  async function readUntilClean(): Promise<void> {
    do {
      isDirty = false;
      await read().catch((error: unknown) => {
        isBehind = true;
        log.warn('inbox not read', { reason: String(error).slice(0, 200) });
      });
    } while (isDirty);
    reading = null; // at once: a call after this would not be noticed any more
  }

  return {
    latest: () => latest,
    isBehind: () => isBehind,
    forget() {
      latest = null;
      times++;
    },
    look() {
      if (reading) isDirty = true;
      return (reading ??= readUntilClean());
    },
  };
}

const byDue = (one: UserNotification, other: UserNotification): number => one.expiresAt.localeCompare(other.expiresAt);
