import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarBody,
  tokens,
  Tooltip,
  useAnnounce,
} from '@fluentui/react-components';
import { ArrowClockwiseRegular } from '@fluentui/react-icons';
import { useRef } from 'react';
import { useRetryExecution } from '../api/flows.ts';
import { wordsFor } from '../problemWords.ts';
import { useFocusBehind } from '../shell/states.tsx';
import { useText } from '../text.ts';

const useStyles = makeStyles({
  action: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: tokens.spacingVerticalM },
});

/** Resumes a failed execution; for owners of the flow and administrators. */
export function RetryButton({ executionId }: { executionId: string }) {
  const styles = useStyles();
  const text = useText();
  const { announce } = useAnnounce();
  const place = useRef<HTMLDivElement>(null);
  useFocusBehind(place);
  const retry = useRetryExecution(executionId);
  return (
    <div ref={place} className={styles.action}>
      <Tooltip content={text('retry.hint')} relationship="description">
        <Button
          icon={<ArrowClockwiseRegular />}
          disabledFocusable={retry.isPending}
          onClick={() => retry.mutate(undefined, { onSuccess: () => announce(text('retry.said')) })}
        >
          {text('retry.button')}
        </Button>
      </Tooltip>
      {retry.isError && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{wordsFor(retry.error, text)}</MessageBarBody>
        </MessageBar>
      )}
    </div>
  );
}
