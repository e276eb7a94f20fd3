import { Button } from '@fluentui/react-components';
import { PlayRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { FlowSummary } from '../../../contract/flows.ts';
import { lazyDialog } from '../shell/lazyDialog.tsx';
import { useDialogButton } from '../shell/useDialogButton.ts';
import { useText } from '../text.ts';

const RunDialog = lazyDialog(async () => (await import('./RunDialog.tsx')).RunDialog);

interface Props {
  flow: FlowSummary;
  appearance?: 'primary' | 'secondary';
  onRun(flow: FlowSummary): void;
}

export function RunButton({ flow, appearance = 'secondary', onRun }: Props) {
  const text = useText();
  return (
    <Button
      appearance={appearance}
      icon={<PlayRegular />}
      aria-label={text('flows.runNamed', { flow: flow.name })}
      onClick={() => onRun(flow)}
    >
      {text('flows.run')}
    </Button>
  );
}

/**
 * The dialog that run buttons of a page open. It belongs to the page: it keeps what was typed even if the flow leaves the
 * page meanwhile, because somebody has retired it.
 */
export function useRunDialog() {
  const [flow, setFlow] = useState<FlowSummary | null>(null);
  const { button, wasOpened, ...dialog } = useDialogButton();
  return {
    onRun(wanted: FlowSummary): void {
      setFlow(wanted);
      button.onClick();
    },
    runDialog: flow && wasOpened && <RunDialog key={flow.id} flow={flow} {...dialog} />,
  };
}
