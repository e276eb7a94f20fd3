import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { FormRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import { useMarkRead } from '../api/queries.ts';
import { Countdown } from '../notifications/Countdown.tsx';
import { OutcomePanel } from '../notifications/OutcomePanel.tsx';
import { SafeText } from '../SafeText.tsx';
import { useText } from '../text.ts';
import { InlineForm } from './InlineForm.tsx';
import { PromptDialog } from './PromptDialog.tsx';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalL,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow4,
    border: `1px solid ${tokens.colorTransparentStroke}`, // seen in high contrast only
    borderLeft: `3px solid ${tokens.colorCompoundBrandStroke}`,
  },
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
  },
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  prompt: { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  open: { alignSelf: 'flex-start' },
  unsent: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
});

/**
 * A question right where the conversation is (spec parts 4.1 and 6): answered on the spot, a form in a dialog. It turns
 * into its outcome when anybody answers; what was typed and not sent stays below.
 */
export function InlinePrompt({ notification }: { notification: UserNotification }) {
  const styles = useStyles();
  const text = useText();
  const { flowName, prompt, status, expiresAt, id, isRead } = notification;
  const isOpen = status === 'pending';
  const { mutate: markRead } = useMarkRead();
  const isUnread = isOpen && !isRead;
  useEffect(() => {
    if (isUnread) markRead(id);
  }, [id, isUnread, markRead]);
  return (
    <article className={styles.card} aria-label={text('prompt.label', { flow: flowName })}>
      <header className={styles.head}>
        <h2 className={styles.heading}>{text('prompt.label', { flow: flowName })}</h2>
        {isOpen && <Countdown expiresAt={expiresAt} />}
      </header>
      <p dir="auto" className={styles.prompt}>
        <SafeText>{prompt}</SafeText>
      </p>
      {notification.inputType === 'form' ? (
        <FormPrompt notification={notification} />
      ) : (
        <SimplePrompt notification={notification} />
      )}
    </article>
  );
}

function SimplePrompt({ notification }: { notification: UserNotification }) {
  const styles = useStyles();
  const text = useText();
  const isOpen = notification.status === 'pending';
  const [wasOpen] = useState(isOpen);
  const [isTyped, setTyped] = useState(false);
  const [isSent, setSent] = useState(false);
  const isUnsent = !isOpen && isTyped && !isSent;
  return (
    <>
      {!isOpen && <OutcomePanel notification={notification} />}
      {isUnsent && <h3 className={styles.unsent}>{text('answer.unsent')}</h3>}
      {wasOpen && (isOpen || isUnsent) && (
        <InlineForm
          notification={notification}
          isClosed={!isOpen || isSent}
          onDirty={() => setTyped(true)}
          onSent={() => setSent(true)}
        />
      )}
    </>
  );
}

function FormPrompt({ notification }: { notification: UserNotification }) {
  const styles = useStyles();
  const text = useText();
  const [isFilling, setFilling] = useState(false);
  const isOpen = notification.status === 'pending';
  return (
    <>
      {isOpen ? (
        <Button
          appearance="primary"
          icon={<FormRegular />}
          className={styles.open}
          aria-haspopup="dialog"
          onClick={() => setFilling(true)}
        >
          {text('prompt.openForm')}
        </Button>
      ) : (
        <OutcomePanel notification={notification} />
      )}
      <PromptDialog notification={notification} isOpen={isFilling} onClose={() => setFilling(false)} />
    </>
  );
}
