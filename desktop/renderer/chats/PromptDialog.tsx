import { DialogBody, DialogContent, DialogSurface, DialogTitle } from '@fluentui/react-components';
import { useState } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import { usePromptTemplate } from '../api/prompts.ts';
import { AnswerPanel } from '../answer/AnswerPanel.tsx';
import { Attachments } from '../answer/Attachments.tsx';
import { FactTable } from '../answer/FactTable.tsx';
import { CloseButton } from './CloseButton.tsx';
import { QuestionWords } from './QuestionWords.tsx';
import { Dialog, useDialogStyles } from '../shell/Dialog.tsx';

interface Props {
  notification: UserNotification;
  isOpen: boolean;
  onClose(): void;
}

/** A form question with all its controls (behaviour 4.1). Closes when its answer is recorded. */
export function PromptDialog({ notification, isOpen, onClose }: Props) {
  const styles = useDialogStyles();
  const { flowName } = notification;
  usePromptTemplate(notification.promptTemplateId); // prefetched before the dialog opens
  const [isTyped, setTyped] = useState(false);
  return (
    <Dialog
      open={isOpen}
      // a click beside the dialog must not discard typed text
      onOpenChange={(_event, { open, type }) => !open && !(isTyped && type === 'backdropClick') && onClose()}
    >
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>
            <bdi>{flowName}</bdi>
          </DialogTitle>
          <DialogContent className={styles.content}>
            <QuestionWords notification={notification} />
            <FactTable facts={notification.facts} />
            <Attachments attachments={notification.attachments} />
            <AnswerPanel
              notification={notification}
              place="chat"
              onDirty={() => setTyped(true)}
              onSent={onClose}
              actions={<CloseButton onClick={onClose} />}
            />
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
