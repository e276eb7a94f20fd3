import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { StopRegular } from '@fluentui/react-icons';
import { useMessages, useStopAnswer } from '../api/chats.ts';
import type { LogPlace } from '../api/logPlace.ts';
import { useTyped } from '../api/typing.ts';
import { wordsFor } from '../problemWords.ts';
import { useText } from '../text.ts';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  problem: { color: tokens.colorStatusDangerForeground1 },
});

interface Props {
  place: LogPlace;
  /** Called when the focused button is about to disappear. */
  onStop(): void;
}

/** Shows that the assistant is writing, with a stop button. The text written so far stays in the log. */
export function WritingLine({ place, onStop }: Props) {
  const styles = useStyles();
  const text = useText();
  const said = useMessages(place).data?.items ?? [];
  const typed = useTyped(place, said);
  const stop = useStopAnswer(place);
  const stopIt = (messageId: string): void => {
    stop.mutate(messageId);
    onStop();
  };
  return (
    <div role="status">
      {typed && (
        <div className={styles.line}>
          <span>{text('composer.writing')}</span>
          {stop.error && (
            <span className={styles.problem}>
              {text('composer.notStopped')} {wordsFor(stop.error, text)}
            </span>
          )}
          <Button
            size="small"
            icon={<StopRegular />}
            disabledFocusable={stop.isPending}
            onClick={() => stopIt(typed.messageId)}
          >
            {text('composer.stop')}
          </Button>
        </div>
      )}
    </div>
  );
}
