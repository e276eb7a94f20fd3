import { Link, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Assignment } from '../../../contract/assignments.ts';
import { hrefOf } from '../routes.ts';
import { SafeText } from '../SafeText.tsx';
import { usePageStyles } from '../shell/page.ts';
import { useText } from '../text.ts';
import { When } from '../When.tsx';
import { Due } from './Due.tsx';
import { Instant } from './Instant.tsx';

const useStyles = makeStyles({
  words: { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
  scores: { borderCollapse: 'collapse', marginTop: tokens.spacingVerticalXS },
  cell: {
    textAlign: 'start',
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalXXS} 0`,
    fontWeight: tokens.fontWeightRegular,
  },
});

interface Props {
  assignment: Assignment;
  side: 'inbound' | 'outbound';
}

/** The details of an assignment: due date, purpose and result. */
export function Facts({ assignment, side }: Props) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const { expiresAt, criterion, attempt, retryBudget, retriesLeft, reason, note, endedAt, remindedAt } = assignment;
  return (
    <>
      {note !== null && (
        <p dir="auto" className={styles.words}>
          <SafeText>{note}</SafeText>
        </p>
      )}
      <div className={page.meta}>
        <Due assignment={assignment} />
        {expiresAt !== null && endedAt === null && (
          <span>
            {text('assignments.expires')} <Instant at={expiresAt} />
          </span>
        )}
        <span>{text(`assignments.criterion.${criterion}`)}</span>
        {retryBudget > 0 && attempt > 0 && <span>{text('assignments.attempts', { attempt, left: retriesLeft })}</span>}
        {remindedAt !== null && endedAt === null && (
          <span>
            {text('assignments.reminded')} <When at={remindedAt} />
          </span>
        )}
        {endedAt !== null && (
          <span>
            {text('assignments.ended')} <When at={endedAt} />
          </span>
        )}
      </div>
      <Chain assignment={assignment} side={side} />
      {reason !== null && (
        <p className={styles.words}>
          {text('assignments.reason')}{' '}
          <bdi>
            <SafeText>{reason}</SafeText>
          </bdi>
        </p>
      )}
      <Scores assignment={assignment} />
    </>
  );
}

/** The previous and the current holder. Only the sender may open their assignments. */
function Chain({ assignment: { predecessorId, successor }, side }: Props) {
  const styles = useStyles();
  const text = useText();
  const linked = (id: string, words: string): ReactNode =>
    side === 'outbound' ? <Link href={hrefOf({ page: 'assignment', id })}>{words}</Link> : words;
  return (
    <>
      {predecessorId !== null && (
        <p className={styles.words}>{linked(predecessorId, text('assignments.predecessor'))}</p>
      )}
      {successor && (
        <p className={styles.words}>
          {linked(successor.id, text('assignments.successor', { name: successor.assignee.displayName }))}
        </p>
      )}
    </>
  );
}

/** The result of the latest attempt, from a graded flow. */
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
