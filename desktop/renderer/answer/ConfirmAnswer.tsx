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
  onClose(isMeant: boolean): void;
}

/** Asks for confirmation before an answer is sent. The cancel button has the focus, so a blind Enter cancels. */
export function ConfirmAnswer({ flowName, answer, isOpen, onClose }: Props) {
  const styles = useDialogStyles();
  const text = useText();
  return (
    <Dialog open={isOpen} onOpenChange={(_event, { open }) => !open && onClose(false)}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle className={styles.words}>{text('answer.confirm', { answer })}</DialogTitle>
          <DialogContent className={styles.words}>{text('answer.confirm.text', { flow: flowName })}</DialogContent>
          <DialogActions>
            <Button onClick={() => onClose(false)}>{text('dialog.cancel')}</Button>
            <Button appearance="primary" onClick={() => onClose(true)}>
              {text('answer.send')}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
