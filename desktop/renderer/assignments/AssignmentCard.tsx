import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useRef, type ReactNode } from 'react';
import type { Assignment } from '../../../contract/assignments.ts';
import { hrefOf } from '../routes.ts';
import { usePageStyles } from '../shell/page.ts';
import { useFocusBehind } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { Unreached } from '../Unreached.tsx';
import { When } from '../When.tsx';
import { Actions } from './Actions.tsx';
import { Facts } from './Facts.tsx';
import { AssignmentBadge } from './StatusBadge.tsx';

const PHONE = '@media (max-width: 639px)';

const useStyles = makeStyles({
  card: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  // on phones the title takes the full width, with the status below
  head: { display: 'flex', gap: tokens.spacingHorizontalM, alignItems: 'flex-start', [PHONE]: { display: 'block' } },
  what: { display: 'flex', flex: 1, minWidth: 0, gap: tokens.spacingHorizontalM, alignItems: 'flex-start' },
  badge: { [PHONE]: { marginTop: tokens.spacingVerticalS } },
  words: { flex: 1, minWidth: 0 },
  name: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400, overflowWrap: 'anywhere' },
});

interface Props {
  assignment: Assignment;
  /** Shows the sender (`inbound`) or the assignee (`outbound`). */
  side: 'inbound' | 'outbound';
  /** Below the name of the assignment, which it need not repeat. */
  isBelowName?: boolean;
  /** The checkbox, if several can be selected. */
  pick?: ReactNode;
  /** Called with the failure of an action, if the card may be gone by then. */
  onProblem?(problem: Error | null): void;
}

/** An assignment with its details and actions. */
export function AssignmentCard({ assignment, side, isBelowName = false, pick, onProblem }: Props) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const place = useRef<HTMLElement>(null);
  useFocusBehind(place); // completed assignments leave the list
  const { id, name, creator, assignee, group, createdAt, logId } = assignment;
  const isInbound = side === 'inbound';
  return (
    <article ref={place} className={mergeClasses(page.card, styles.card)}>
      <header className={styles.head}>
        <div className={styles.what}>
          {pick}
          <div className={styles.words}>
            {!(isInbound && isBelowName) && (
              <h2 className={styles.name}>
                <bdi>
                  {isInbound ? <Link href={hrefOf({ page: 'assignment', id })}>{name}</Link> : assignee.displayName}
                </bdi>
              </h2>
            )}
            <div className={page.meta}>
              <span>
                {isInbound ? text('assignments.from', { name: creator.displayName }) : text('assignments.of', { name })}
              </span>
              {group && <span>{text('assignments.through', { group: group.displayName })}</span>}
              <When at={createdAt} />
            </div>
          </div>
        </div>
        <div className={styles.badge}>
          <AssignmentBadge assignment={assignment} />
        </div>
      </header>
      <Facts assignment={assignment} side={side} />
      {assignment.isUnreached && <Unreached of={{ people: [assignee], hasMore: false }} />}
      {logId !== null && assignment.actions.length === 0 && (
        <Link href={hrefOf({ page: 'log', id: logId })}>{text('assignments.openLog')}</Link>
      )}
      <Actions assignment={assignment} of={isInbound ? name : assignee.displayName} onProblem={onProblem} />
    </article>
  );
}
