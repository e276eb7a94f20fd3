import { makeStyles, tokens } from '@fluentui/react-components';
import type { Assignment } from '../../../contract/assignments.ts';
import { useText } from '../text.ts';
import { useNow } from '../useNow.ts';
import { When } from '../When.tsx';
import { Instant } from './Instant.tsx';

const NEAR_MS = 7 * 86_400_000;

const useStyles = makeStyles({
  late: { color: tokens.colorStatusDangerForeground1, fontWeight: tokens.fontWeightSemibold },
});

/** The due date, with the remaining time if it is near. */
export function Due({ assignment: { dueAt, isOverdue } }: { assignment: Assignment }) {
  const styles = useStyles();
  const text = useText();
  const now = useNow();
  if (dueAt === null) return null;
  const isNear = Math.abs(Date.parse(dueAt) - now) < NEAR_MS;
  return (
    <span className={isOverdue ? styles.late : undefined}>
      {text('assignments.due')} <Instant at={dueAt} />
      {isNear && (
        <>
          {' · '}
          <When at={dueAt} />
        </>
      )}
    </span>
  );
}
