import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import { Dialog, useDialogStyles } from '../shell/Dialog.tsx';
import { useText } from '../text.ts';

interface Props {
  flowName: string;
  /** The chosen option in words. */
  answer: string;
  isOpen: boolean;
  onDecide(isMeant: boolean): void;
}

/** Asks for confirmation before an answer is sent. The cancel button has the focus, so a blind Enter cancels. */
export function ConfirmAnswer({ flowName, answer, isOpen, onDecide }: Props) {
  const styles = useDialogStyles();
  const text = useText();
  return (
    <Dialog open={isOpen} onOpenChange={(_event, { open }) => !open && onDecide(false)}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle className={styles.words}>{text('answer.confirm', { answer })}</DialogTitle>
          <DialogContent className={styles.words}>{text('answer.confirm.text', { flow: flowName })}</DialogContent>
          <DialogActions>
            <Button onClick={() => onDecide(false)}>{text('dialog.cancel')}</Button>
            <Button appearance="primary" onClick={() => onDecide(true)}>
              {text('answer.send')}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
