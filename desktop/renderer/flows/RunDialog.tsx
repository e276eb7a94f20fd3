import type { FlowSummary } from '../../../contract/flows.ts';
import { useStartFlow } from '../api/executions.ts';
import { goTo } from '../useRoute.ts';
import { VariablesDialog } from './VariablesDialog.tsx';

interface Props {
  flow: FlowSummary;
  isOpen: boolean;
  onClose(): void;
}

/** Asks for the flow's variables, starts it, and opens the execution. */
export function RunDialog({ flow, isOpen, onClose }: Props) {
  const start = useStartFlow(flow.id);
  const run = async (variables: Record<string, unknown>): Promise<void> => {
    const { executionId } = await start.mutateAsync(variables);
    onClose();
    goTo({ page: 'execution', id: executionId });
  };
  return <VariablesDialog flow={flow} isOpen={isOpen} onClose={onClose} onStart={run} />;
}
