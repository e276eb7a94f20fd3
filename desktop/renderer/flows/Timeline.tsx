import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowSyncCircleRegular,
  CheckmarkCircleFilled,
  DismissCircleFilled,
  HourglassRegular,
  ProhibitedRegular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { useIntl } from 'react-intl';
import type { TimelineEntry } from '../../../contract/executions.ts';
import { summaryWords } from '../../../contract/summaryWords.ts';
import { useText } from '../text.ts';
import { wordOfType } from './nodeTypes.ts';
import { failureWords } from './failureWords.ts';
import { NodeTypeIcon } from './NodeTypeIcon.tsx';

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: `${tokens.spacingVerticalL} 0 0`, padding: 0 },
  entry: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    paddingBottom: tokens.spacingVerticalL,
    ':last-child': { paddingBottom: 0 },
    // the line from this step to the next one
    '::before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: '11px',
      top: '26px',
      bottom: '2px',
      width: '2px',
      backgroundColor: tokens.colorNeutralStroke2,
    },
    ':last-child::before': { display: 'none' },
  },
  icon: { display: 'flex', fontSize: '24px', color: tokens.colorNeutralForeground3 },
  running: { color: tokens.colorBrandForeground1 },
  waiting: { color: tokens.colorStatusWarningForeground3 },
  completed: { color: tokens.colorPaletteGreenForeground1 },
  failed: { color: tokens.colorStatusDangerForeground1 },
  cancelled: {},
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    columnGap: tokens.spacingHorizontalM,
  },
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  aside: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  summary: { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  comment: {
    paddingInlineStart: tokens.spacingHorizontalS,
    borderInlineStartWidth: '2px',
    borderInlineStartStyle: 'solid',
    borderInlineStartColor: tokens.colorNeutralStroke1,
  },
});

const ICONS: Record<TimelineEntry['status'], ReactElement> = {
  running: <ArrowSyncCircleRegular />,
  waiting: <HourglassRegular />,
  completed: <CheckmarkCircleFilled />,
  failed: <DismissCircleFilled />,
  cancelled: <ProhibitedRegular />,
};

export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const styles = useStyles();
  return (
    <ol className={styles.list}>
      {entries.map((entry) => (
        <li key={entry.nodeId} className={styles.entry}>
          <span className={mergeClasses(styles.icon, styles[entry.status])} aria-hidden>
            {ICONS[entry.status]}
          </span>
          <Entry entry={entry} />
        </li>
      ))}
    </ol>
  );
}

function Entry({
  entry: { name, type, status, startedAt, endedAt, summary, summarySaid, comment, error },
}: {
  entry: TimelineEntry;
}) {
  const styles = useStyles();
  const text = useText();
  const intl = useIntl();
  const at = (instant: string) => intl.formatTime(instant, { timeStyle: 'medium' });
  return (
    <div>
      <div className={styles.head}>
        <span className={styles.name}>
          <bdi>{name}</bdi>
        </span>
        <time
          className={styles.aside}
          dateTime={startedAt}
          title={intl.formatDate(startedAt, { dateStyle: 'full', timeStyle: 'medium' })}
        >
          {at(startedAt)}
          {endedAt && at(endedAt) !== at(startedAt) && ` – ${at(endedAt)}`}
        </time>
      </div>
      <div className={styles.aside}>
        <NodeTypeIcon type={type} /> {wordOfType(type, text)} · {text(`status.${status}`)}
      </div>
      {summary && (
        <p dir="auto" className={styles.summary}>
          {summaryWords(summary, summarySaid, text)}
        </p>
      )}
      {comment !== undefined && (
        <p dir="auto" className={mergeClasses(styles.summary, styles.comment)}>
          {comment}
        </p>
      )}
      {error && <p className={mergeClasses(styles.summary, styles.failed)}>{failureWords(error, text)}</p>}
    </div>
  );
}
