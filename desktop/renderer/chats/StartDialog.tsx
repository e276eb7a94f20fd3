import {
  Button,
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  MessageBar,
  MessageBarBody,
} from '@fluentui/react-components';
import type { MessageBody } from '../../../contract/chats.ts';
import { useApiInputServices } from '../api/inputServices.ts';
import { useFlows } from '../api/queries.ts';
import { InputServicesProvider } from '../inputs/services.ts';
import { VariableForm } from '../inputs/VariableForm.tsx';
import { wordsFor } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { useDialogStyles } from './dialog.ts';

/** What the server fills in with what was written. */
const MESSAGE = 'message';

interface Props {
  flowId: string;
  isOpen: boolean;
  onClose(): void;
  onStart(variables: NonNullable<MessageBody['variables']>): Promise<void>;
}

/** Asks what the flow of the chat wants to know beside the message that starts it. */
export function StartDialog({ flowId, isOpen, onClose, onStart }: Props) {
  const styles = useDialogStyles();
  const text = useText();
  const services = useApiInputServices(null);
  const flow = useFlows().data?.find(({ id }) => id === flowId);
  if (!flow) return null;
  return (
    <Dialog open={isOpen} onOpenChange={(_event, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>{text('run.title', { flow: flow.name })}</DialogTitle>
          <DialogContent className={styles.content}>
            <p className={styles.words}>{text('run.fill')}</p>
            <InputServicesProvider value={services}>
              <VariableForm
                specs={flow.variables.filter(({ name }) => name !== MESSAGE)}
                submitLabel={text('run.start')}
                pickHint={text('run.pickHint')}
                onSubmit={(values) => onStart(values as NonNullable<MessageBody['variables']>)}
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
