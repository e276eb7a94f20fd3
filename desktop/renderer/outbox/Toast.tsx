import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { SendRegular } from '@fluentui/react-icons';
import { useText } from '../text.ts';
import { useOutbox, useOutboxState } from './OutboxProvider.tsx';
import type { Submission } from './outbox.ts';
import { stateOf, useSecondsUntil } from './SubmissionBar.tsx';
import { useUndo } from './useUndo.ts';

const useStyles = makeStyles({
  toast: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    boxSizing: 'border-box',
    minHeight: '40px',
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalXS} ${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorBrandStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    boxShadow: tokens.shadow16,
  },
  words: { flex: '1 1 0', minWidth: '96px', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  answer: { fontWeight: tokens.fontWeightSemibold },
  state: { flex: '1 1 100%', color: tokens.colorNeutralForeground2 },
  seconds: { fontVariantNumeric: 'tabular-nums', color: tokens.colorNeutralForeground3 },
  undo: { minWidth: 'auto' },
});

/** Answers given together, shown on any page: their questions, and undo while possible. */
export function Toast({ submissions }: { submissions: readonly Submission[] }) {
  const styles = useStyles();
  const text = useText();
  const outbox = useOutbox();
  const state = useOutboxState();
  const undo = useUndo();
  const first = submissions[0]!;
  const seconds = useSecondsUntil(first.dueAt);
  const isHeld = seconds > 0;
  const isSending = submissions.some(({ requestId }) => state.sendingIds.includes(requestId));
  const sendNow = (): void => outbox.sendNow(...submissions.map(({ requestId }) => requestId));
  const what =
    submissions.length > 1
      ? text('submission.several', { count: submissions.length })
      : (first.title ?? first.flowName);
  return (
    <div className={styles.toast}>
      <span className={styles.words} dir="auto">
        {first.words !== null && (
          <span className={styles.answer}>
            <bdi>{first.words}</bdi> ·{' '}
          </span>
        )}
        {what}
      </span>
      {!isHeld && <span className={styles.state}>{stateOf(first, state, text)}</span>}
      {isHeld && (
        <span className={styles.seconds} title={text('submission.held', { seconds })}>
          {text('submission.seconds', { seconds })}
        </span>
      )}
      {!isSending && (
        <>
          <Button size="small" className={styles.undo} onClick={() => undo(submissions)}>
            {text(isHeld ? 'submission.undo' : 'submission.takeBack')}
          </Button>
          {isHeld ? (
            <Button
              size="small"
              appearance="subtle"
              icon={<SendRegular />}
              aria-label={text('submission.sendNow')}
              title={text('submission.sendNow')}
              onClick={sendNow}
            />
          ) : (
            <Button size="small" onClick={sendNow}>
              {text('submission.tryNow')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
