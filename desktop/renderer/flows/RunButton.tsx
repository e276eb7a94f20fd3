import { Button, useRestoreFocusTarget } from '@fluentui/react-components';
import { PlayRegular } from '@fluentui/react-icons';
import { lazy, Suspense, useState } from 'react';
import type { FlowSummary } from '../../../contract/flows.ts';
import { useText } from '../text.ts';

const RunDialog = lazy(async () => ({ default: (await import('./RunDialog.tsx')).RunDialog }));

interface Props {
  flow: FlowSummary;
  appearance?: 'primary' | 'secondary';
}

export function RunButton({ flow, appearance = 'secondary' }: Props) {
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
      <Button
        {...restoreFocus}
        appearance={appearance}
        icon={<PlayRegular />}
        aria-label={text('flows.runNamed', { flow: flow.name })}
        onClick={open}
      >
        {text('flows.run')}
      </Button>
      {wasOpened && (
        <Suspense>
          <RunDialog flow={flow} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
