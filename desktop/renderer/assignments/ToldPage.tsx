import { Button, Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { AlertRegular } from '@fluentui/react-icons';
import type { AssignmentNotification } from '../../../contract/assignments.ts';
import { useReadAllTold, useReadTold, useTold } from '../api/assignments.ts';
import { ScopeTabs } from '../list/ScopeTabs.tsx';
import { hrefOf, type Scope } from '../routes.ts';
import { usePageStyles } from '../shell/page.ts';
import { Empty } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { When } from '../When.tsx';
import { Pages } from './Pages.tsx';
import { AssignmentBadge } from './StatusBadge.tsx';

const useStyles = makeStyles({
  rows: { overflow: 'hidden', padding: 0, '@media (max-width: 639px)': { padding: 0 } },
  item: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottom: 'none' },
  },
  words: { flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', overflowWrap: 'anywhere' },
  link: { color: tokens.colorNeutralForeground1, '::after': { content: '""', position: 'absolute', inset: 0 } },
  unread: { fontWeight: tokens.fontWeightSemibold },
  aside: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** The Notification Center, narrowed to what has happened to assignments: those one got, or those one has sent. */
export function ToldPage({ scope }: { scope: Scope }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const readAll = useReadAllTold();
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1 className={page.heading}>{text('title.notifications')}</h1>
        <Button disabledFocusable={readAll.isPending} onClick={() => readAll.mutate(scope)}>
          {text('told.readAll')}
        </Button>
      </header>
      <ScopeTabs current={scope} />
      <Pages
        read={useTold({ scope })}
        empty={
          <Empty icon={<AlertRegular />} title={text('told.empty.title')}>
            {text(`told.empty.${scope}`)}
          </Empty>
        }
      >
        {(items) => (
          <ul className={mergeClasses(page.card, page.list, styles.rows)}>
            {items.map((told) => (
              <li key={told.id} className={styles.item}>
                <Row told={told} />
              </li>
            ))}
          </ul>
        )}
      </Pages>
    </div>
  );
}

/** What has happened, and how the assignment stands now. */
function Row({ told: { id, kind, scope, isRead, at, assignment } }: { told: AssignmentNotification }) {
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
    <>
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
      <AssignmentBadge assignment={assignment} />
    </>
  );
}
