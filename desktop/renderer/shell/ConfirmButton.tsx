import { Button, DialogTrigger } from '@fluentui/react-components';
import { useState } from 'react';
import { ConfirmDialog, type Confirmation } from './ConfirmDialog.tsx';

interface Props extends Confirmation {
  label: string;
  /** The object of the action, for screen readers, if several such buttons are on a page. */
  of?: string;
  isDisabled?: boolean;
}

/** A button for actions with consequences: asks for confirmation and shows failures. */
export function ConfirmButton({ label, of, isDisabled, ...confirmation }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <ConfirmDialog
      {...confirmation}
      isOpen={isOpen}
      onOpen={(isWanted) => setOpen(isWanted && !isDisabled)}
      trigger={
        <DialogTrigger disableButtonEnhancement>
          <Button disabledFocusable={isDisabled} {...(of && { 'aria-label': `${label} ${of}` })}>
            {label}
          </Button>
        </DialogTrigger>
      }
    />
  );
}
