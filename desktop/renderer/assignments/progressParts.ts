import type { Sending } from '../../../contract/sendings.ts';

export const PARTS = ['done', 'under_way', 'waiting', 'late', 'failed', 'other'] as const;
type Part = (typeof PARTS)[number];

/** The counts of a sending for each part of the bar; overdue ones are separate. */
export function partsOf({ progress, overdue }: Pick<Sending, 'progress' | 'overdue'>): Record<Part, number> {
  const { pending, in_progress, completed, failed, expired, ...ended } = progress;
  const late = Math.min(overdue, pending + in_progress);
  const fromPending = Math.min(late, pending);
  return {
    done: completed,
    under_way: in_progress - (late - fromPending),
    waiting: pending - fromPending,
    late,
    failed: failed + expired,
    other: Object.values(ended).reduce((sum, count) => sum + count, 0),
  };
}
