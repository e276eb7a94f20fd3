import {
  AnnounceProvider,
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  tokens,
  makeStyles,
  useAnnounce,
} from '@fluentui/react-components';
import { useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { useText, type Text, type TextId } from '../text.ts';
import { useOutbox, useOutboxState } from './OutboxProvider.tsx';
import { heldMs, type OutboxState, type Submission } from './outbox.ts';
import { useUndo } from './useUndo.ts';

const useStyles = makeStyles({
  seconds: { fontVariantNumeric: 'tabular-nums' },
  answer: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
});

/** No announcement: the person already heard that the answer was given. */
const SILENT = { announce: (): void => undefined };

/** An answer being sent, shown at its question: its state, and undo while possible. */
export function SubmissionBar({ submission }: { submission: Submission }) {
  const styles = useStyles();
  const text = useText();
  const outbox = useOutbox();
  const state = useOutboxState();
  const seconds = useSecondsUntil(submission.dueAt);
  const undo = useUndo();
  const announcing = useAnnounce();
  const { requestId, words } = submission;
  const isHeld = seconds > 0;
  const [wasHeld] = useState(isHeld);
  const isSending = state.sendingIds.includes(requestId);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isHeld || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault(); // it would press the focused button
    if (!event.repeat) outbox.sendNow(requestId);
  };
  return (
    <AnnounceProvider value={wasHeld ? SILENT : announcing}>
      <MessageBar
        intent={isHeld || isSending ? 'info' : 'warning'}
        layout="multiline"
        politeness="polite"
        onKeyDown={onKeyDown}
      >
        <MessageBarBody>
          {isHeld ? (
            <>
              {words !== null && (
                <span className={styles.answer}>
                  <bdi>{words}</bdi> ·{' '}
                </span>
              )}
              <span className={styles.seconds} aria-live="off">
                {text('submission.held', { seconds })}
              </span>
            </>
          ) : (
            stateOf(submission, state, text)
          )}
        </MessageBarBody>
        {!isSending && (
          <MessageBarActions>
            <Button autoFocus={isHeld} onClick={() => undo([submission])}>
              {text(isHeld ? 'submission.undo' : 'submission.takeBack')}
            </Button>
            <Button appearance={isHeld ? 'primary' : 'secondary'} onClick={() => outbox.sendNow(requestId)}>
              {text(isHeld ? 'submission.sendNow' : 'submission.tryNow')}
            </Button>
          </MessageBarActions>
        )}
      </MessageBar>
    </AnnounceProvider>
  );
}

const OBSTACLES: Partial<Record<NonNullable<OutboxState['obstacle']>, TextId>> = {
  unreachable: 'submission.unreachable',
  sign_in_needed: 'submission.signInNeeded',
  unauthenticated: 'submission.signInNeeded',
};

/** The state of an answer after its undo time. */
export function stateOf({ requestId }: Submission, { sendingIds, obstacle }: OutboxState, text: Text): string {
  if (sendingIds.includes(requestId)) return text('submission.sending');
  if (!navigator.onLine) return text('submission.offline');
  if (obstacle === null) return text('submission.sending'); // another page sends it, or this one soon
  return text(OBSTACLES[obstacle] ?? 'submission.waiting');
}

function everyQuarterSecond(tell: () => void): () => void {
  const timer = setInterval(tell, 250);
  return () => clearInterval(timer);
}

/**
 * The seconds left, from the actual time rather than the page clock's last tick, so that an early send is shown at
 * once.
 */
export const useSecondsUntil = (at: number): number =>
  useSyncExternalStore(everyQuarterSecond, () => Math.ceil(heldMs({ dueAt: at }, Date.now()) / 1000));
