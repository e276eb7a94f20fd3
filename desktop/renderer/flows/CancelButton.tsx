import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  DialogTrigger,
  MessageBar,
  MessageBarBody,
} from '@fluentui/react-components';
import { useState } from 'react';
import { useCancelExecution } from '../api/executions.ts';
import { wordsFor } from '../problemWords.ts';
import { useText } from '../text.ts';

/** Ends an execution, after a word of warning: it cannot be taken back. */
export function CancelButton({ executionId }: { executionId: string }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const cancel = useCancelExecution(executionId);
  return (
    <Dialog open={isOpen} modalType="modal" onOpenChange={(_event, { open }) => setOpen(open)}>
      <DialogTrigger disableButtonEnhancement>
        <Button>{text('cancel.button')}</Button>
      </DialogTrigger>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{text('cancel.title')}</DialogTitle>
          <DialogContent>
            {text('cancel.text')}
            {cancel.isError && (
              <MessageBar intent="error" layout="multiline">
                <MessageBarBody>{wordsFor(cancel.error, text)}</MessageBarBody>
              </MessageBar>
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={() => setOpen(false)}>{text('cancel.keep')}</Button>
            <Button
              appearance="primary"
              disabledFocusable={cancel.isPending}
              onClick={() => cancel.mutate(undefined, { onSuccess: () => setOpen(false) })}
            >
              {text('cancel.confirm')}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
