import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkCircleRegular, ErrorCircleRegular } from '@fluentui/react-icons';
import type { UserNotification } from '../../../contract/notifications.ts';
import { ApiProblem } from '../api/client.ts';
import { wordsFor } from '../problemWords.ts';
import { useText, type Text } from '../text.ts';
import type { BulkResult, BulkWork } from './useBulk.ts';

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  count: { fontWeight: tokens.fontWeightSemibold, marginInlineEnd: 'auto' },
  results: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    maxHeight: '200px',
    overflowY: 'auto',
    fontSize: tokens.fontSizeBase200,
  },
  result: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    alignItems: 'center',
    padding: `${tokens.spacingVerticalXXS} 0`,
  },
  title: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  words: { gridColumn: 2, color: tokens.colorNeutralForeground2 },
  done: { color: tokens.colorStatusSuccessForeground1 },
  failed: { color: tokens.colorStatusDangerForeground1 },
});

interface Props {
  work: BulkWork;
  onRetry(items: readonly UserNotification[]): void;
  onClose(): void;
}

/** The progress, then the result of each question. */
export function BulkResults({ work: { answer, total, results, isRunning }, onRetry, onClose }: Props) {
  const styles = useStyles();
  const text = useText();
  const failed = results.filter(({ problem }) => problem !== null);
  const again = failed.filter(({ problem }) => !isConflict(problem));
  return (
    <>
      <div className={styles.line}>
        <span className={styles.count}>{text('bulk.done', { done: results.length - failed.length, total })}</span>
        {!isRunning && again.length > 0 && (
          <Button size="small" onClick={() => onRetry(again.map(({ notification }) => notification))}>
            {text('state.retry')}
          </Button>
        )}
        {!isRunning && (
          <Button size="small" appearance="subtle" onClick={onClose}>
            {text('bulk.close')}
          </Button>
        )}
      </div>
      {!isRunning && (
        <ul className={styles.results} aria-label={text('bulk.results')} tabIndex={0}>
          {(answer === null ? failed : results).map((result) => (
            <li key={result.notification.id} className={styles.result}>
              {result.problem ? (
                <ErrorCircleRegular aria-hidden className={styles.failed} />
              ) : (
                <CheckmarkCircleRegular aria-hidden className={styles.done} />
              )}
              <span className={styles.title}>{result.notification.title}</span>
              <span className={styles.words}>{wordsOf(result, text)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const isConflict = (problem: Error | null): problem is ApiProblem & { code: 'already_responded' | 'request_closed' } =>
  problem instanceof ApiProblem && (problem.code === 'already_responded' || problem.code === 'request_closed');

function wordsOf({ problem }: BulkResult, text: Text): string {
  if (problem === null) return text('answer.recorded');
  return isConflict(problem) ? text(`answer.refused.${problem.code}`) : wordsFor(problem, text);
}
