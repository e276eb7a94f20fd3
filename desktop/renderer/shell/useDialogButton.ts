import { useRestoreFocusTarget } from '@fluentui/react-components';
import { useState } from 'react';

/** A button that opens a dialog whose code comes when it is opened for the first time. */
export function useDialogButton() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const restoreFocus = useRestoreFocusTarget();
  return {
    isOpen,
    /** From then on it is drawn, open or not. */
    wasOpened,
    onClose: () => setOpen(false),
    /** For the button: the focus comes back to it. */
    button: {
      ...restoreFocus,
      onClick: () => {
        setOpened(true);
        setOpen(true);
      },
    },
  };
}
