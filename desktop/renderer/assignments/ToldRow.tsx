import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { AssignmentNotification } from '../../../contract/assignments.ts';
import { useReadTold } from '../api/assignments.ts';
import { hrefOf } from '../routes.ts';
import { useText } from '../text.ts';
import { When } from '../When.tsx';
import { AssignmentBadge } from './StatusBadge.tsx';

const useStyles = makeStyles({
  item: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    // on phones the status is below
    '@media (max-width: 639px)': { flexDirection: 'column', alignItems: 'flex-start', gap: tokens.spacingVerticalS },
    ':last-child': { borderBottom: 'none' },
  },
  brief: { paddingBlock: tokens.spacingVerticalS },
  words: { flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', overflowWrap: 'anywhere' },
  link: { color: tokens.colorNeutralForeground1, '::after': { content: '""', position: 'absolute', inset: 0 } },
  unread: { fontWeight: tokens.fontWeightSemibold },
  aside: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface Props {
  told: AssignmentNotification;
  /** Compact: without the current status. */
  isBrief?: boolean;
}

/** An event on an assignment, and its current status. */
export function ToldRow({ told, isBrief = false }: Props) {
  const { id, kind, scope, isRead, at, assignment } = told;
  const styles = useStyles();
  const text = useText();
  const read = useReadTold();
  const { name, assignee, creator, sendingId } = assignment;
  const href =
    scope === 'inbound'
      ? hrefOf({ page: 'assignment', id: assignment.id })
      : hrefOf({ page: 'sending', id: sendingId });
  const values = { name, assignee: assignee.displayName, creator: creator.displayName };
  return (
    <li className={mergeClasses(styles.item, isBrief && styles.brief)}>
      <span className={styles.words}>
        <Link
          href={href}
          className={mergeClasses(styles.link, !isRead && styles.unread)}
          onClick={() => !isRead && read.mutate(id)}
        >
          {text(`told.${scope}.${kind}` as Parameters<typeof text>[0], values)}
        </Link>
        <span className={styles.aside}>
          {!isRead && `${text('told.unread')} · `}
          <When at={at} />
        </span>
      </span>
      {!isBrief && <AssignmentBadge assignment={assignment} />}
    </li>
  );
}
