import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  useAnnounce,
} from '@fluentui/react-components';
import type { SecretSummary } from '../../../contract/secrets.ts';
import { useDeleteSecret } from '../api/secrets.ts';
import { Dialog, useDialogStyles } from '../shell/Dialog.tsx';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { useText } from '../text.ts';

interface Props {
  secret: SecretSummary;
  isOpen: boolean;
  onClose(): void;
}

/** Deletes a secret after a confirmation, because it cannot be undone. */
export function DeleteDialog({ secret: { name, flows }, isOpen, onClose }: Props) {
  const styles = useDialogStyles();
  const text = useText();
  const { announce } = useAnnounce();
  const remove = useDeleteSecret();
  const close = (): void => {
    remove.reset();
    onClose();
  };
  const confirm = (): void =>
    remove.mutate(name, {
      onSuccess: () => {
        close();
        announce(text('secrets.deleted', { name }));
      },
    });
  return (
    <Dialog open={isOpen} modalType="modal" onOpenChange={(_event, { open }) => !open && close()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle className={styles.words}>{text('secrets.deleteTitle', { name })}</DialogTitle>
          <DialogContent className={styles.content}>
            <p className={styles.words}>{text('secrets.deleteText', { count: flows.length })}</p>
            {remove.isError && <ProblemBar problem={remove.error} />}
          </DialogContent>
          <DialogActions>
            <Button onClick={close}>{text('secrets.deleteKeep')}</Button>
            <Button appearance="primary" disabledFocusable={remove.isPending} onClick={confirm}>
              {text('secrets.deleteConfirm')}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
