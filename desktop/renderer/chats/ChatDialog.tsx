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
import type { Chat } from '../../../contract/chats.ts';
import type { FlowSummary } from '../../../contract/flows.ts';
import { useSaveChat } from '../api/chats.ts';
import { ApiProblem } from '../api/client.ts';
import { useFeatures } from '../api/features.ts';
import { useApiInputServices } from '../api/inputServices.ts';
import { useFlows } from '../api/queries.ts';
import { InputServicesProvider } from '../inputs/services.ts';
import { VariableForm } from '../inputs/VariableForm.tsx';
import { Failed, wordsFor } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { chatSpecs, toChatBody, withoutAddress } from './chatForm.ts';
import { useDialogStyles } from './dialog.ts';

interface Props {
  /** Null: a new one. */
  chat: Chat | null;
  isOpen: boolean;
  onClose(): void;
  onSaved(chat: Chat): void;
}

/** Makes a chat, or changes it: its name, what it is about, the flow it starts, who may use it. */
export function ChatDialog({ chat, isOpen, onClose, onSaved }: Props) {
  const styles = useDialogStyles();
  const text = useText();
  const flows = useFlows();
  return (
    // not before there is something in it to be focused
    <Dialog open={isOpen && !flows.isPending} onOpenChange={(_event, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>{text(chat ? 'chat.edit' : 'chats.new')}</DialogTitle>
          <DialogContent className={styles.content}>
            {flows.data ? (
              <ChatForm key={chat?.version} chat={chat} flows={flows.data} onClose={onClose} onSaved={onSaved} />
            ) : (
              flows.error && <Failed error={flows.error} onRetry={() => void flows.refetch()} />
            )}
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

interface FormProps extends Omit<Props, 'isOpen'> {
  flows: readonly FlowSummary[];
}

function ChatForm({ chat, flows, onClose, onSaved }: FormProps) {
  const text = useText();
  const services = useApiInputServices(null);
  const hasModel = useFeatures()?.assistant ?? true;
  const save = useSaveChat(chat?.id ?? null);
  const submit = async (values: Record<string, unknown>): Promise<void> => {
    const names = withoutAddress(values['users']).join(', ');
    if (names !== '') {
      const message = text('chat.noAddress', { names });
      throw new ApiProblem('validation_failed', 422, message, { fields: { users: message } });
    }
    const saved = await save.mutateAsync(toChatBody(values, chat));
    onClose();
    onSaved(saved);
  };
  return (
    <InputServicesProvider value={services}>
      <VariableForm
        specs={chatSpecs(chat, flows, hasModel, text)}
        submitLabel={text(chat ? 'chat.save' : 'chat.create')}
        pickHint=""
        onSubmit={submit}
        renderProblem={(problem) => (
          <MessageBar intent="error" layout="multiline">
            <MessageBarBody>
              {problem instanceof ApiProblem && problem.code === 'invalid_transition'
                ? text('chat.changedMeanwhile')
                : wordsFor(problem, text)}
            </MessageBarBody>
          </MessageBar>
        )}
        actions={
          <Button size="large" onClick={onClose}>
            {text('dialog.cancel')}
          </Button>
        }
      />
    </InputServicesProvider>
  );
}
