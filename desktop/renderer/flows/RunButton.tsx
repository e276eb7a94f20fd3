import { Button, Spinner } from '@fluentui/react-components';
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
  return (
    <>
      <Button appearance={appearance} icon={<PlayRegular />} aria-label={text('flows.runNamed', { flow: flow.name })} onClick={() => setOpen(true)}>
        {text('flows.run')}
      </Button>
      {isOpen && (
        <Suspense fallback={<Spinner size="tiny" />}>
          <RunDialog flow={flow} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
