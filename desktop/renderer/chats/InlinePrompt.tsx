import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { FormRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import { ApiProblem } from '../api/client.ts';
import { useReadWhenSeen } from '../api/inbox.ts';
import { Refusal } from '../answer/AnswerForm.tsx';
import { useDrafts } from '../drafts/DraftsProvider.tsx';
import { useSubmission } from '../outbox/OutboxProvider.tsx';
import { AnswerPanel } from '../answer/AnswerPanel.tsx';
import { Attachments } from '../answer/Attachments.tsx';
import { FactTable } from '../answer/FactTable.tsx';
import { Countdown } from '../Countdown.tsx';
import { OutcomePanel } from '../answer/OutcomePanel.tsx';
import { SubmissionBar } from '../outbox/SubmissionBar.tsx';
import { useText } from '../text.ts';
import { PromptDialog } from './PromptDialog.tsx';
import { QuestionWords } from './QuestionWords.tsx';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalL,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow4,
    border: `1px solid ${tokens.colorTransparentStroke}`, // visible in high contrast only
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
  open: { alignSelf: 'flex-start' },
});

/**
 * A question inside the conversation (behaviour 4.1 and 6): answered in place, a form in a dialog, with the same
 * handling of answers as the inbox. It becomes its outcome when anybody answers.
 */
export function InlinePrompt({ notification }: { notification: UserNotification }) {
  const styles = useStyles();
  const text = useText();
  const { flowName, status, expiresAt, id, isRead } = notification;
  const isOpen = status === 'pending';
  useReadWhenSeen(id, isOpen && !isRead);
  return (
    <article className={styles.card} aria-label={text('prompt.label', { flow: flowName })}>
      <header className={styles.head}>
        <h2 className={styles.heading}>{text('prompt.label', { flow: flowName })}</h2>
        {isOpen && <Countdown expiresAt={expiresAt} />}
      </header>
      <QuestionWords notification={notification} />
      <FactTable facts={notification.facts} />
      <Attachments attachments={notification.attachments} />
      {notification.inputType === 'form' ? (
        <FormPrompt notification={notification} />
      ) : (
        <AnswerPanel notification={notification} place="chat" />
      )}
    </article>
  );
}

/** Opens the dialog, including text that was typed too late; below it, the state of an answer being sent. */
function FormPrompt({ notification }: { notification: UserNotification }) {
  const styles = useStyles();
  const text = useText();
  const { answers } = useDrafts();
  const submission = useSubmission(notification.id);
  const [isFilling, setFilling] = useState(false);
  const isOpen = notification.status === 'pending';
  const isOnItsWay = submission?.refusal === null;
  const isBegun = submission !== null || answers.read(notification.id) !== null;
  const leadsTo = isOpen ? (isBegun ? 'prompt.goOn' : 'prompt.openForm') : 'prompt.showUnsent';
  return (
    <>
      {!isOpen && <OutcomePanel notification={notification} />}
      {submission?.refusal && !isFilling && <Refusal problem={new ApiProblem(submission.refusal, 409, '')} />}
      {(isOpen ? !isOnItsWay : isBegun) && (
        <Button
          appearance={isOpen ? 'primary' : 'secondary'}
          icon={<FormRegular />}
          className={styles.open}
          aria-haspopup="dialog"
          onClick={() => setFilling(true)}
        >
          {text(leadsTo)}
        </Button>
      )}
      {isOnItsWay && !isFilling && <SubmissionBar submission={submission} />}
      <PromptDialog notification={notification} isOpen={isFilling} onClose={() => setFilling(false)} />
    </>
  );
}
