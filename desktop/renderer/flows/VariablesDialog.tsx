import { Button, Dialog, DialogBody, DialogContent, DialogSurface, DialogTitle } from '@fluentui/react-components';
import type { FlowSummary } from '../../../contract/flows.ts';
import { useApiInputServices } from '../api/inputServices.ts';
import { InputServicesProvider } from '../inputs/services.ts';
import { VariableForm } from '../inputs/VariableForm.tsx';
import { useDialogStyles } from '../shell/dialog.ts';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { useText } from '../text.ts';

interface Props {
  flow: Pick<FlowSummary, 'name' | 'variables'>;
  isOpen: boolean;
  onClose(): void;
  /** @throws ApiProblem when it was not started */
  onStart(variables: Record<string, unknown>): Promise<void>;
}

/** Asks what a flow wants to know before it starts. */
export function VariablesDialog({ flow: { name, variables }, isOpen, onClose, onStart }: Props) {
  const styles = useDialogStyles();
  const text = useText();
  const services = useApiInputServices(null);
  return (
    <Dialog open={isOpen} onOpenChange={(_event, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>{text('run.title', { flow: name })}</DialogTitle>
          <DialogContent className={styles.content}>
            <p className={styles.words}>{text(variables.length === 0 ? 'run.nothingToAsk' : 'run.fill')}</p>
            <InputServicesProvider value={services}>
              <VariableForm
                specs={variables}
                submitLabel={text('run.start')}
                pickHint={text('run.pickHint')}
                onSubmit={onStart}
                renderProblem={(problem) => <ProblemBar problem={problem} />}
                actions={
                  <Button size="large" onClick={onClose}>
                    {text('dialog.cancel')}
                  </Button>
                }
              />
            </InputServicesProvider>
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
