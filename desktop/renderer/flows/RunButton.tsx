import { Button } from '@fluentui/react-components';
import { PlayRegular } from '@fluentui/react-icons';
import { lazy, Suspense } from 'react';
import type { FlowSummary } from '../../../contract/flows.ts';
import { ToCome } from '../shell/ToCome.tsx';
import { useDialogButton } from '../shell/useDialogButton.ts';
import { useText } from '../text.ts';

const RunDialog = lazy(async () => ({ default: (await import('./RunDialog.tsx')).RunDialog }));

interface Props {
  flow: FlowSummary;
  appearance?: 'primary' | 'secondary';
}

export function RunButton({ flow, appearance = 'secondary' }: Props) {
  const text = useText();
  const { button, wasOpened, ...dialog } = useDialogButton();
  return (
    <>
      <Button
        {...button}
        appearance={appearance}
        icon={<PlayRegular />}
        aria-label={text('flows.runNamed', { flow: flow.name })}
      >
        {text('flows.run')}
      </Button>
      {wasOpened && (
        <Suspense fallback={dialog.isOpen && <ToCome onLeft={dialog.onClose} />}>
          <RunDialog flow={flow} {...dialog} />
        </Suspense>
      )}
    </>
  );
}
