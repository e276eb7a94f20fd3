import type { MessageBody } from '../../../contract/chats.ts';
import { useFlows } from '../api/queries.ts';
import { VariablesDialog } from '../flows/VariablesDialog.tsx';

/** What the server fills in with what was written. */
const MESSAGE = 'message';

type Variables = NonNullable<MessageBody['variables']>;

interface Props {
  flowId: string;
  isOpen: boolean;
  onClose(): void;
  onStart(variables: Variables): Promise<void>;
}

/** Asks what the flow of the chat wants to know beside the message that starts it. */
export function StartDialog({ flowId, isOpen, onClose, onStart }: Props) {
  const flow = useFlows().data?.find(({ id }) => id === flowId);
  if (!flow) return null;
  const variables = flow.variables.filter(({ name }) => name !== MESSAGE);
  return (
    <VariablesDialog
      flow={{ name: flow.name, variables }}
      isOpen={isOpen}
      onClose={onClose}
      onStart={(given) => onStart(given as Variables)}
    />
  );
}
