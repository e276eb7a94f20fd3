import { Badge, type BadgeProps } from '@fluentui/react-components';
import type { Assignment, AssignmentStatus } from '../../../contract/assignments.ts';
import { useText } from '../text.ts';

const COLORS: Record<AssignmentStatus, BadgeProps['color']> = {
  pending: 'informative',
  in_progress: 'brand',
  completed: 'success',
  failed: 'danger',
  cancelled: 'subtle',
  rejected: 'warning',
  delegated: 'informative',
  expired: 'danger',
};

/** The status of an assignment, and whether it is overdue. */
export function AssignmentBadge({ assignment: { status, isOverdue } }: { assignment: Assignment }) {
  const text = useText();
  return (
    <Badge appearance="tint" color={isOverdue ? 'danger' : COLORS[status]} size="large">
      {text(`assignments.status.${status}`)}
      {isOverdue && ` · ${text('assignments.late')}`}
    </Badge>
  );
}
