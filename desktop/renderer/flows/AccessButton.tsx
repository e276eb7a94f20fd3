import { Button } from '@fluentui/react-components';
import { PeopleLockRegular } from '@fluentui/react-icons';
import type { FlowSummary } from '../../../contract/flows.ts';
import { lazyDialog } from '../shell/lazyDialog.tsx';
import { useDialogButton } from '../shell/useDialogButton.ts';
import { useText } from '../text.ts';

const AccessDialog = lazyDialog(async () => (await import('./AccessDialog.tsx')).AccessDialog);

export function AccessButton({ flow }: { flow: FlowSummary }) {
  const text = useText();
  const { button, wasOpened, ...dialog } = useDialogButton();
  return (
    <>
      <Button {...button} icon={<PeopleLockRegular />}>
        {text('access.button')}
      </Button>
      {wasOpened && <AccessDialog flow={flow} {...dialog} />}
    </>
  );
}
