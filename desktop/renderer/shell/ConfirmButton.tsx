import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  DialogTrigger,
  MessageBar,
  MessageBarBody,
  useAnnounce,
} from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { wordsFor } from '../problemWords.ts';
import { useText } from '../text.ts';
import { Dialog } from './Dialog.tsx';

interface Props {
  label: string;
  /** The object of the action, for screen readers, if several such buttons are on a page. */
  of?: string;
  /** The question, and the consequence of confirming. */
  title: string;
  children: string;
  confirmLabel: string;
  keepLabel: string;
  /** The announcement to screen readers after success. */
  said?: string;
  isDisabled?: boolean;
  onConfirm(): Promise<unknown>;
  renderProblem?(problem: Error): ReactNode;
}

/** A button for irreversible actions: asks for confirmation and shows failures. */
export function ConfirmButton(props: Props) {
  const text = useText();
  const { announce } = useAnnounce();
  const [isOpen, setOpen] = useState(false);
  const done = useMutation({
    mutationFn: props.onConfirm,
    onSuccess() {
      setOpen(false);
      if (props.said !== undefined) announce(props.said);
    },
  });
  const open = (isWanted: boolean): void => {
    if (isWanted && props.isDisabled) return;
    done.reset();
    setOpen(isWanted);
  };
  const renderProblem = (problem: Error): ReactNode =>
    props.renderProblem?.(problem) ?? (
      <MessageBar intent="error" layout="multiline">
        <MessageBarBody>{wordsFor(problem, text)}</MessageBarBody>
      </MessageBar>
    );
  return (
    <Dialog open={isOpen} modalType="modal" onOpenChange={(_event, data) => open(data.open)}>
      <DialogTrigger disableButtonEnhancement>
        <Button disabledFocusable={props.isDisabled} {...(props.of && { 'aria-label': `${props.label} ${props.of}` })}>
          {props.label}
        </Button>
      </DialogTrigger>
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
    </Dialog>
  );
}
