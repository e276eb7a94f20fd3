import { useState } from 'react';

/** A button that opens a dialog whose code loads on first use. */
export function useDialogButton() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  return {
    isOpen,
    /** From then on the dialog is rendered, open or not. */
    wasOpened,
    onClose: () => setOpen(false),
    /** Props for the button. */
    button: {
      onClick: () => {
        setOpened(true);
        setOpen(true);
      },
    },
  };
}
