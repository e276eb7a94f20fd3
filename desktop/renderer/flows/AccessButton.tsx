import { Button } from '@fluentui/react-components';
import { PeopleLockRegular } from '@fluentui/react-icons';
import { lazy, Suspense } from 'react';
import type { FlowSummary } from '../../../contract/flows.ts';
import { ToCome } from '../shell/ToCome.tsx';
import { useDialogButton } from '../shell/useDialogButton.ts';
import { useText } from '../text.ts';

const AccessDialog = lazy(async () => ({ default: (await import('./AccessDialog.tsx')).AccessDialog }));

export function AccessButton({ flow }: { flow: FlowSummary }) {
  const text = useText();
  const { button, wasOpened, ...dialog } = useDialogButton();
  return (
    <>
      <Button {...button} icon={<PeopleLockRegular />}>
        {text('access.button')}
      </Button>
      {wasOpened && (
        <Suspense fallback={dialog.isOpen && <ToCome onLeft={dialog.onClose} />}>
          <AccessDialog flow={flow} {...dialog} />
        </Suspense>
      )}
    </>
  );
}
