import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  MessageBar,
  MessageBarBody,
  useAnnounce,
} from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { wordsFor } from '../problemWords.ts';
import { useText } from '../text.ts';
import { Dialog } from './Dialog.tsx';

export interface Confirmation {
  /** The question, and the consequence of confirming. */
  title: string;
  children: string;
  confirmLabel: string;
  keepLabel: string;
  /** The announcement to screen readers after success. */
  said?: string;
  onConfirm(): Promise<unknown>;
  renderProblem?(problem: Error): ReactNode;
}

interface Props extends Confirmation {
  isOpen: boolean;
  /** Called when the person opens or closes it, and when it is done. */
  onOpen(isWanted: boolean): void;
  /** The button that opens it, if it belongs to one. */
  trigger?: ReactElement;
}

/** Asks for confirmation and shows failures. */
export function ConfirmDialog(props: Props) {
  const text = useText();
  const { announce } = useAnnounce();
  const done = useMutation({
    mutationFn: props.onConfirm,
    onSuccess() {
      props.onOpen(false);
      if (props.said !== undefined) announce(props.said);
    },
  });
  const open = (isWanted: boolean): void => {
    done.reset();
    props.onOpen(isWanted);
  };
  const renderProblem = (problem: Error): ReactNode =>
    props.renderProblem?.(problem) ?? (
      <MessageBar intent="error" layout="multiline">
        <MessageBarBody>{wordsFor(problem, text)}</MessageBarBody>
      </MessageBar>
    );
  const surface = (
    <DialogSurface>
      <DialogBody>
        <DialogTitle>{props.title}</DialogTitle>
        <DialogContent>
          {props.children}
          {done.error && renderProblem(done.error)}
        </DialogContent>
        <DialogActions>
          <Button onClick={() => open(false)}>{props.keepLabel}</Button>
          <Button
            appearance="primary"
            disabledFocusable={done.isPending}
            onClick={() => !done.isPending && done.mutate()}
          >
            {props.confirmLabel}
          </Button>
        </DialogActions>
      </DialogBody>
    </DialogSurface>
  );
  const dialog = {
    open: props.isOpen,
    modalType: 'modal',
    onOpenChange: (_event: unknown, data: { open: boolean }) => open(data.open),
  } as const;
  if (!props.trigger) return <Dialog {...dialog}>{surface}</Dialog>;
  return (
    <Dialog {...dialog}>
      {props.trigger}
      {surface}
    </Dialog>
  );
}
