import { DialogBody, DialogContent, DialogSurface, DialogTitle } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Dialog, useDialogStyles } from './Dialog.tsx';

interface FormDialogProps {
  title: string;
  isOpen: boolean;
  onClose(): void;
  /** Buttons below the content, if the form has none of its own. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * A dialog with a form. It contains something to focus from the start (`ToCome` waits for that): screen readers do not
 * see one without.
 */
export function FormDialog({ title, isOpen, onClose, actions, children }: FormDialogProps) {
  const styles = useDialogStyles();
  return (
    <Dialog open={isOpen} onOpenChange={(_event, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle className={styles.words}>{title}</DialogTitle>
          <DialogContent className={styles.content}>{children}</DialogContent>
          {actions}
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
