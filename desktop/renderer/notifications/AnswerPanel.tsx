import { makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import { usePromptTemplate } from '../api/queries.ts';
import { Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { AnswerForm } from './AnswerForm.tsx';
import { fallbackSpecs } from './fallbackTemplate.ts';
import { OutcomePanel } from './OutcomePanel.tsx';

const useStyles = makeStyles({
  panel: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  unsent: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
});

/**
 * The form while the question is open, the outcome after. When a question closes under somebody who has begun to type,
 * what was typed stays below the outcome: nothing is taken out of their hands.
 */
export function AnswerPanel({ notification }: { notification: UserNotification }) {
  const styles = useStyles();
  const text = useText();
  const [wasOpen] = useState(notification.status === 'pending');
  const [isTyped, setTyped] = useState(false);
  const [isSent, setSent] = useState(false);
  const isOpen = notification.status === 'pending';
  const isUnsent = !isOpen && isTyped && !isSent;
  return (
    <div className={styles.panel}>
      {!isOpen && <OutcomePanel notification={notification} />}
      {wasOpen && (isOpen || isUnsent) && (
        <div className={styles.unsent}>
          {isUnsent && <h3 className={styles.heading}>{text('answer.unsent')}</h3>}
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
