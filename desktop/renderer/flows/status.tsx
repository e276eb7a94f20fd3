import { Badge, type BadgeProps } from '@fluentui/react-components';
import type { ExecutionStatus } from '../../../contract/executions.ts';
import { useText } from '../text.ts';

const COLORS: Record<ExecutionStatus, BadgeProps['color']> = {
  running: 'brand',
  waiting: 'warning',
  completed: 'success',
  failed: 'danger',
  cancelled: 'subtle',
};

export function StatusBadge({ status }: { status: ExecutionStatus }) {
  const text = useText();
  return (
    <Badge appearance="tint" color={COLORS[status]} size="large">
      {text(`status.${status}`)}
    </Badge>
  );
}
