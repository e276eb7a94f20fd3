import { Button, makeStyles, mergeClasses, Spinner, tokens } from '@fluentui/react-components';
import { HistoryRegular } from '@fluentui/react-icons';
import type { ExecutionSummary } from '../../../contract/executions.ts';
import { useExecutions } from '../api/executions.ts';
import { hrefOf } from '../routes.ts';
import { Empty, Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { When } from '../When.tsx';
import { usePageStyles } from '../shell/page.ts';
import { StatusBadge } from './status.tsx';

const useStyles = makeStyles({
  rows: { overflow: 'hidden', padding: 0, '@media (max-width: 639px)': { padding: 0 } },
  item: { borderBottom: `1px solid ${tokens.colorNeutralStroke3}`, ':last-child': { borderBottom: 'none' } },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    color: tokens.colorNeutralForeground1,
    textDecoration: 'none',
    ':hover': { outline: `1px solid ${tokens.colorNeutralStroke1}`, outlineOffset: '-1px' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  words: { flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', overflowWrap: 'anywhere' },
  name: { fontWeight: tokens.fontWeightSemibold },
  aside: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  more: { alignSelf: 'center' },
});

export function ExecutionList() {
  const page = usePageStyles();
  const text = useText();
  return (
    <div className={page.page}>
      <h1 className={page.heading}>{text('title.executions')}</h1>
      <ExecutionRows />
    </div>
  );
}

/** Executions that this person may see, the newest first; of one flow where one is named. */
export function ExecutionRows({ flowId }: { flowId?: string }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const executions = useExecutions(flowId);
  if (executions.isPending) return <Loading />;
  if (!executions.data) return <Failed error={executions.error} onRetry={() => void executions.refetch()} />;
  const rows = executions.data.pages.flatMap(({ items }) => items);
  if (rows.length === 0)
    return (
      <Empty icon={<HistoryRegular />} title={text('executions.empty.title')}>
        {text('executions.empty.text')}
      </Empty>
    );
  return (
    <>
      <ul className={mergeClasses(page.card, page.list, styles.rows)}>
        {rows.map((execution) => (
          <li key={execution.id} className={styles.item}>
            <Row execution={execution} />
          </li>
        ))}
      </ul>
      {executions.hasNextPage && (
        <Button
          className={styles.more}
          disabledFocusable={executions.isFetchingNextPage}
          icon={executions.isFetchingNextPage ? <Spinner size="tiny" /> : undefined}
          onClick={() => void executions.fetchNextPage()}
        >
          {text('list.more')}
        </Button>
      )}
    </>
  );
}

function Row({ execution: { id, flowName, status, startedAt, startedBy } }: { execution: ExecutionSummary }) {
  const styles = useStyles();
  const text = useText();
  return (
    <a href={hrefOf({ page: 'execution', id })} className={styles.row}>
      <span className={styles.words}>
        <span className={styles.name}>{flowName}</span>
        <span className={styles.aside}>
          {text('executions.startedBy', { name: startedBy.displayName })} · <When at={startedAt} />
        </span>
      </span>
      <StatusBadge status={status} />
    </a>
  );
}
