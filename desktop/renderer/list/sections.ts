import type { InboxSort, UserNotification } from '../../../contract/notifications.ts';

export const DUE_SECTIONS = ['hour', 'today', 'tomorrow', 'week', 'later'] as const;
export type DueSection = (typeof DUE_SECTIONS)[number];

export interface Section {
  key: string;
  /** Its heading: a due section, a flow's name, or none. */
  heading: { due: DueSection } | { flow: string } | null;
  rows: readonly UserNotification[];
}

const HOUR_MS = 3_600_000;

/**
 * The due section of a question in the person's time zone. Weeks end on Sunday.
 *
 * @param dueAt milliseconds, as `now`
 */
export function dueSection(dueAt: number, now: number): DueSection {
  if (dueAt - now < HOUR_MS) return 'hour';
  const date = new Date(now);
  const midnight = (days: number) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
  if (dueAt < midnight(1)) return 'today';
  if (dueAt < midnight(2)) return 'tomorrow';
  return dueAt < midnight(1 + ((7 - date.getDay()) % 7)) ? 'week' : 'later';
}

/** Splits the ordered rows into sections at each change of heading. */
export function sectionsOf(rows: readonly UserNotification[], sort: InboxSort, now: number): Section[] {
  if (sort === 'newest') return [{ key: '', heading: null, rows }];
  const sections: (Section & { rows: UserNotification[] })[] = [];
  for (const row of rows) {
    const key = sort === 'flow' ? row.flowId : dueSection(Date.parse(row.expiresAt), now);
    const last = sections.at(-1);
    if (last?.key === key) last.rows.push(row);
    else
      sections.push({
        key,
        heading: sort === 'flow' ? { flow: row.flowName } : { due: key as DueSection },
        rows: [row],
      });
  }
  return sections;
}
