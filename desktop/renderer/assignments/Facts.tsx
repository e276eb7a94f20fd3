import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { Assignment } from '../../../contract/assignments.ts';
import { SafeText } from '../SafeText.tsx';
import { usePageStyles } from '../shell/page.ts';
import { useText } from '../text.ts';
import { When } from '../When.tsx';

const useStyles = makeStyles({
  words: { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
  scores: { borderCollapse: 'collapse', marginTop: tokens.spacingVerticalXS },
  cell: {
    textAlign: 'start',
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalXXS} 0`,
    fontWeight: tokens.fontWeightRegular,
  },
});

/** A date and time as people say it. */
export function Instant({ at }: { at: string }) {
  const intl = useIntl();
  return <time dateTime={at}>{intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' })}</time>;
}

/** What an assignment is about: until when, what for, and what came of it. */
export function Facts({ assignment }: { assignment: Assignment }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const { dueAt, expiresAt, criterion, attempt, retryBudget, retriesLeft, reason, successor, note, endedAt } =
    assignment;
  return (
    <>
      {note !== null && (
        <p dir="auto" className={styles.words}>
          <SafeText>{note}</SafeText>
        </p>
      )}
      <div className={page.meta}>
        {dueAt !== null && (
          <span>
            {text('assignments.due')} <Instant at={dueAt} />
          </span>
        )}
        {expiresAt !== null && endedAt === null && (
          <span>
            {text('assignments.expires')} <Instant at={expiresAt} />
          </span>
        )}
        <span>{text(`assignments.criterion.${criterion}`)}</span>
        {retryBudget > 0 && attempt > 0 && <span>{text('assignments.attempts', { attempt, left: retriesLeft })}</span>}
        {endedAt !== null && (
          <span>
            {text('assignments.ended')} <When at={endedAt} />
          </span>
        )}
      </div>
      {successor && (
        <p className={styles.words}>{text('assignments.successor', { name: successor.assignee.displayName })}</p>
      )}
      {reason !== null && (
        <p dir="auto" className={styles.words}>
          {text('assignments.reason')} <SafeText>{reason}</SafeText>
        </p>
      )}
      <Scores assignment={assignment} />
    </>
  );
}

/** What a graded flow said of the latest attempt. */
function Scores({ assignment: { passed, outcome } }: { assignment: Assignment }) {
  const text = useText();
  if (passed === null && outcome === null) return null;
  const verdict = passed === null ? null : text(passed ? 'assignments.passed' : 'assignments.notPassed');
  return (
    <div>
      {verdict && <strong>{verdict}</strong>}
      <ScoreTable outcome={outcome} />
    </div>
  );
}

function ScoreTable({ outcome }: { outcome: unknown }): ReactNode {
  const styles = useStyles();
  if (outcome === null) return null;
  if (typeof outcome !== 'object') return <p className={styles.words}>{String(outcome)}</p>;
  return (
    <table className={styles.scores}>
      <tbody>
        {Object.entries(outcome).map(([name, value]) => (
          <tr key={name}>
            <th scope="row" className={styles.cell}>
              {name}
            </th>
            <td className={styles.cell}>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
