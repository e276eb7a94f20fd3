import {
  Button,
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  MessageBar,
  MessageBarBody,
  tokens,
} from '@fluentui/react-components';
import type { FlowSummary } from '../../../contract/flows.ts';
import { useApiInputServices } from '../api/inputServices.ts';
import { useStartFlow } from '../api/queries.ts';
import { InputServicesProvider } from '../inputs/services.ts';
import { VariableForm } from '../inputs/VariableForm.tsx';
import { wordsFor } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { goTo } from '../useRoute.ts';

const useStyles = makeStyles({
  surface: { '@media (max-width: 639px)': { maxWidth: 'calc(100vw - 16px)', padding: tokens.spacingHorizontalL } },
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  description: { margin: 0, color: tokens.colorNeutralForeground3 },
});

interface Props {
  flow: FlowSummary;
  isOpen: boolean;
  onClose(): void;
}

/** Asks what the flow wants to know, starts it, and goes to see how it fares. */
export function RunDialog({ flow, isOpen, onClose }: Props) {
  const styles = useStyles();
  const text = useText();
  const services = useApiInputServices(null);
  const start = useStartFlow(flow.id);
  const run = async (values: Record<string, unknown>): Promise<void> => {
    const { executionId } = await start.mutateAsync(values);
    onClose();
    goTo({ page: 'execution', id: executionId });
  };
  return (
    <Dialog open={isOpen} onOpenChange={(_event, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>{text('run.title', { flow: flow.name })}</DialogTitle>
          <DialogContent className={styles.content}>
            <p className={styles.description}>
              {flow.variables.length === 0 ? text('run.nothingToAsk') : text('run.fill')}
            </p>
            <InputServicesProvider value={services}>
              <VariableForm
                specs={flow.variables}
                submitLabel={text('run.start')}
                pickHint={text('run.pickHint')}
                onSubmit={run}
                renderProblem={(problem) => (
                  <MessageBar intent="error" layout="multiline">
                    <MessageBarBody>{wordsFor(problem, text)}</MessageBarBody>
                  </MessageBar>
                )}
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
