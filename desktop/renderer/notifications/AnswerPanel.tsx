import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import { usePromptTemplate } from '../api/queries.ts';
import { Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { AnswerForm } from './AnswerForm.tsx';
import { useAnswering, useSubmission } from './Answering.tsx';
import { fallbackSpecs } from './fallbackTemplate.ts';
import { OutcomePanel } from './OutcomePanel.tsx';

const useStyles = makeStyles({
  panel: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  unsent: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  unsentHead: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' },
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
});

/**
 * The form while the question is open, the outcome after. When a question closes under somebody who has begun to type,
 * what was typed stays below the outcome, until they discard it: nothing is taken out of their hands.
 */
export function AnswerPanel({ notification }: { notification: UserNotification }) {
  const styles = useStyles();
  const text = useText();
  const { drafts, outbox } = useAnswering();
  const { id } = notification;
  const submission = useSubmission(id);
  const [hadDraft] = useState(() => drafts.read(id) !== null);
  const [isTyped, setTyped] = useState(hadDraft);
  const [isSent, setSent] = useState(false);
  const isOpen = notification.status === 'pending';
  const isRefused = submission !== null && submission.refusal !== null;
  const isUnsent = !isOpen && !isSent && (isTyped || isRefused);
  useEffect(
    () => outbox.listen(({ requestId }, receipt) => receipt && requestId === id && setSent(true)),
    [outbox, id],
  );
  const discard = (): void => {
    drafts.clear(id);
    outbox.takeBack(id);
    setTyped(false);
  };
  return (
    <div className={styles.panel}>
      {!isOpen && <OutcomePanel notification={notification} />}
      {(isOpen || isUnsent) && (
        <div className={styles.unsent}>
          {isUnsent && (
            <div className={styles.unsentHead}>
              <h3 className={styles.heading}>{text('answer.unsent')}</h3>
              <Button size="small" onClick={discard}>
                {text('answer.discard')}
              </Button>
            </div>
          )}
          {isOpen && hadDraft && !submission && (
            <MessageBar>
              <MessageBarBody>{text('answer.savedDraft')}</MessageBarBody>
            </MessageBar>
          )}
          <OpenQuestion
            notification={notification}
            isClosed={!isOpen || isSent}
            onDirty={() => setTyped(true)}
            onSent={() => setSent(true)}
          />
        </div>
      )}
    </div>
  );
}

interface Props {
  notification: UserNotification;
  isClosed: boolean;
  onDirty(): void;
  onSent(): void;
}

function OpenQuestion({ notification, ...rest }: Props) {
  const template = usePromptTemplate(notification.promptTemplateId);
  if (template.isPending) return <Loading rows={2} />;
  if (template.isError) return <Failed error={template.error} onRetry={() => void template.refetch()} />;
  const specs = template.data?.variableSpecs ?? fallbackSpecs(notification);
  return <AnswerForm notification={notification} specs={specs} {...rest} />;
}
