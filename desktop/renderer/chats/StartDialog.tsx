import type { MessageBody } from '../../../contract/chats.ts';
import { useFlows } from '../api/queries.ts';
import { useDecimalSign } from '../inputs/NumberBox.tsx';
import { fromMessage } from './fromMessage.ts';
import { VariablesDialog } from '../flows/VariablesDialog.tsx';

/** The variable that the server fills with the message. */
const MESSAGE = 'message';

type Variables = NonNullable<MessageBody['variables']>;

interface Props {
  flowId: string;
  /** The typed message. */
  message: string;
  isOpen: boolean;
  onClose(): void;
  onStart(variables: Variables): Promise<void>;
}

/** Asks for the flow's other variables, prefilled from the message that starts it. */
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
