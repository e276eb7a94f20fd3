import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { HistoryRegular, SearchRegular } from '@fluentui/react-icons';
import { MOST_COUNTED, type ExecutionCounts, type ExecutionSummary } from '../../../contract/executions.ts';
import { useExecutionCounts, useExecutions } from '../api/executions.ts';
import { EXECUTION_STATUSES, hrefOf, type ExecutionFilter } from '../routes.ts';
import { LinkTabs } from '../shell/LinkTabs.tsx';
import { Pages } from '../shell/Pages.tsx';
import { Empty } from '../shell/states.tsx';
import { useText, type Text } from '../text.ts';
import { useSettled } from '../useSettled.ts';
import { replaceRoute } from '../useRoute.ts';
import { When } from '../When.tsx';
import { usePageStyles } from '../shell/page.ts';
import { ExecutionFilters } from './ExecutionFilters.tsx';
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
});

/** The pause in typing before a search. */
const TYPING_MS = 300;

/** The executions this person may see, newest first, with tabs by state, a search, and filters kept in the URL. */
export function ExecutionList({ filter = {} }: { filter?: ExecutionFilter }) {
  const page = usePageStyles();
  const text = useText();
  const counts = useExecutionCounts(filter);
  return (
    <div className={page.page}>
      <h1 className={page.heading}>{text('title.executions')}</h1>
      <LinkTabs label={text('executions.states')} places={placesOf(filter, counts, text)} />
      <ExecutionFilters
        filter={filter}
        onFilter={(next) => replaceRoute({ page: 'executions', ...(Object.keys(next).length > 0 && { filter: next }) })}
      />
      <ExecutionRows filter={filter} />
    </div>
  );
}

function placesOf({ status, ...rest }: ExecutionFilter, counts: ExecutionCounts | undefined, text: Text) {
  const all = { href: hrefOf({ page: 'executions', filter: rest }), words: text('executions.all') };
  return [
    { ...all, isCurrent: status === undefined },
    ...EXECUTION_STATUSES.map((each) => ({
      href: hrefOf({ page: 'executions', filter: { ...rest, status: each } }),
      words: `${text(`status.${each}`)}${countOf(each, counts)}`,
      isCurrent: status === each,
    })),
  ];
}

/** The count of a tab; empty for zero and for states that are not counted. */
function countOf(status: keyof ExecutionCounts | 'completed', counts: ExecutionCounts | undefined): string {
  const count = status === 'completed' ? 0 : (counts?.[status] ?? 0);
  return count === 0 ? '' : ` (${count}${count === MOST_COUNTED ? '+' : ''})`;
}

/** The executions that match a filter. */
export function ExecutionRows({ filter }: { filter: ExecutionFilter }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const q = useSettled(filter.q, TYPING_MS);
  const isNarrowed = Object.keys(filter).some((name) => name !== 'flow');
  return (
    <Pages
      read={useExecutions({ ...filter, q })}
      empty={
        isNarrowed ? (
          <Empty icon={<SearchRegular />} title={text('executions.none.title')}>
            {text('executions.none.text')}
          </Empty>
        ) : (
          <Empty icon={<HistoryRegular />} title={text('executions.empty.title')}>
            {text('executions.empty.text')}
          </Empty>
        )
      }
    >
      {(executions) => (
        <ul className={mergeClasses(page.card, page.list, styles.rows)}>
          {executions.map((execution) => (
            <li key={execution.id} className={styles.item}>
              <Row execution={execution} />
            </li>
          ))}
        </ul>
      )}
    </Pages>
  );
}

function Row({ execution: { id, flowName, title, status, startedAt, startedBy } }: { execution: ExecutionSummary }) {
  const styles = useStyles();
  const text = useText();
  return (
    <a href={hrefOf({ page: 'execution', id })} className={styles.row}>
      <span className={styles.words}>
        <span className={styles.name} dir="auto">
          {title ?? flowName}
        </span>
        <span className={styles.aside}>
          {title !== null && (
            <>
              <bdi>{flowName}</bdi> ·{' '}
            </>
          )}
          {text('executions.startedBy', { name: startedBy.displayName })} · <When at={startedAt} />
        </span>
      </span>
      <StatusBadge status={status} />
    </a>
  );
}
