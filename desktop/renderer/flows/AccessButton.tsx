import { Button, useRestoreFocusTarget } from '@fluentui/react-components';
import { PeopleLockRegular } from '@fluentui/react-icons';
import { lazy, Suspense, useState } from 'react';
import type { FlowSummary } from '../../../contract/flows.ts';
import { useText } from '../text.ts';

const AccessDialog = lazy(async () => ({ default: (await import('./AccessDialog.tsx')).AccessDialog }));

export function AccessButton({ flow }: { flow: FlowSummary }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const restoreFocus = useRestoreFocusTarget();
  const open = (): void => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <>
      <Button {...restoreFocus} icon={<PeopleLockRegular />} onClick={open}>
        {text('access.button')}
      </Button>
      {wasOpened && (
        <Suspense>
          <AccessDialog flow={flow} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
