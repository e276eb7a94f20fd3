import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import { usePromptTemplate } from '../api/prompts.ts';
import { Failed, Loading, useFocusBehind } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { AnswerForm } from './AnswerForm.tsx';
import type { AnswerFormProps, AnswerPlace } from './answerPlace.ts';
import { useDrafts } from '../drafts/DraftsProvider.tsx';
import { useOutbox, useOutboxState, useSubmission } from '../outbox/OutboxProvider.tsx';
import { fallbackSpecs } from './fallbackTemplate.ts';
import { OutcomePanel } from './OutcomePanel.tsx';

const useStyles = makeStyles({
  panel: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  unsent: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  open: { display: 'contents' }, // the answer bar stays in view along the whole card
  unsentHead: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' },
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
});

interface Props {
  notification: UserNotification;
  place: AnswerPlace;
  onDirty?(): void;
  onSent?(): void;
  /** Called when the answer is given and nothing is left to do here. */
  onGiven?(): void;
  /** Other actions, shown in every state of the question. */
  actions?: ReactNode;
}

/**
 * The form while the question is open, then the outcome. If the question closes while the person is typing, their text
 * stays below the outcome until they discard it.
 */
export function AnswerPanel({ notification, place, onDirty, onSent, onGiven, actions }: Props) {
  const styles = useStyles();
  const text = useText();
  const drafts = useDrafts().answers;
  const outbox = useOutbox();
  const { id } = notification;
  const submission = useSubmission(id);
  const isBeingSent = useOutboxState().sendingIds.includes(id);
  const [hadDraft] = useState(() => drafts.read(id) !== null);
  const [isTyped, setTyped] = useState(hadDraft);
  const [isSent, setSent] = useState(false);
  const isOpen = notification.status === 'pending';
  const hasSecret = notification.meta.variables.some(({ type }) => type === 'password');
  const isRefused = submission !== null && submission.refusal !== null;
  // the inbox may know of the accepted answer before the sending call returns
  const isTaken = notification.response !== null && (isBeingSent || submission?.refusal === null);
  const isUnsent = !isOpen && !isSent && (isRefused || (isTyped && !isTaken));
  const onFinished = useEffectEvent(() => {
    setSent(true);
    onSent?.();
  });
  useEffect(() => outbox.listen(({ requestId, receipt }) => receipt && requestId === id && onFinished()), [outbox, id]);
  const discard = (): void => {
    drafts.clear(id);
    outbox.takeBack(id);
    setTyped(false);
  };
  const type = (): void => {
    setTyped(true);
    onDirty?.();
  };
  return (
    <div className={isOpen && place === 'inbox' ? styles.open : styles.panel}>
      {!isOpen && <OutcomePanel notification={notification} />}
      {(isOpen || isUnsent) && (
        <div className={isOpen && place === 'inbox' ? styles.open : styles.unsent}>
          {isUnsent && <UnsentHead onDiscard={discard} />}
          {isOpen && hadDraft && !submission && (
            <MessageBar layout="multiline">
              <MessageBarBody>{text(hasSecret ? 'answer.savedDraft.secret' : 'answer.savedDraft')}</MessageBarBody>
            </MessageBar>
          )}
          <OpenQuestion
            notification={notification}
            place={place}
            isClosed={!isOpen || isSent}
            onDirty={type}
            onGiven={onGiven}
            actions={actions}
          />
        </div>
      )}
      {!isOpen && !isUnsent && actions}
    </div>
  );
}

function UnsentHead({ onDiscard }: { onDiscard(): void }) {
  const styles = useStyles();
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  useFocusBehind(place);
  return (
    <div ref={place} className={styles.unsentHead}>
      <h3 className={styles.heading}>{text('answer.unsent')}</h3>
      <Button size="small" onClick={onDiscard}>
        {text('answer.discard')}
      </Button>
    </div>
  );
}

function OpenQuestion(props: AnswerFormProps) {
  const { notification, actions } = props;
  const template = usePromptTemplate(notification.promptTemplateId);
  if (template.data !== undefined)
    return <AnswerForm {...props} specs={template.data?.variableSpecs ?? fallbackSpecs(notification)} />;
  return (
    <>
      {template.error ? (
        <Failed error={template.error} onRetry={() => void template.refetch()} />
      ) : (
        <Loading rows={2} />
      )}
      {actions}
    </>
  );
}
