import type { MessageBody } from '../../../contract/chats.ts';
import { useFlows } from '../api/queries.ts';
import { useDecimalSign } from '../inputs/NumberBox.tsx';
import { fromMessage } from './fromMessage.ts';
import { VariablesDialog } from '../flows/VariablesDialog.tsx';

/** What the server fills in with what was written. */
const MESSAGE = 'message';

type Variables = NonNullable<MessageBody['variables']>;

interface Props {
  flowId: string;
  /** What was written. */
  message: string;
  isOpen: boolean;
  onClose(): void;
  onStart(variables: Variables): Promise<void>;
}

/** Asks what the flow of the chat wants to know beside the message that starts it, with what the message said of it. */
export function StartDialog({ flowId, message, isOpen, onClose, onStart }: Props) {
  const decimal = useDecimalSign();
  const flow = useFlows().data?.find(({ id }) => id === flowId);
  if (!flow) return null;
  const variables = flow.variables.filter(({ name }) => name !== MESSAGE);
  return (
    <VariablesDialog
      flow={{ name: flow.name, variables }}
      known={fromMessage(message, flow.variables, decimal)}
      isOpen={isOpen}
      onClose={onClose}
      onStart={(given) => onStart(given as Variables)}
    />
  );
}
