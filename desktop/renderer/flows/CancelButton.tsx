import { useCancelExecution } from '../api/executions.ts';
import { ConfirmButton } from '../shell/ConfirmButton.tsx';
import { useText } from '../text.ts';

/** Ends an execution, after a word of warning: it cannot be taken back. */
export function CancelButton({ executionId }: { executionId: string }) {
  const text = useText();
  const cancel = useCancelExecution(executionId);
  return (
    <ConfirmButton
      label={text('cancel.button')}
      title={text('cancel.title')}
      confirmLabel={text('cancel.confirm')}
      keepLabel={text('cancel.keep')}
      said={text('cancel.said')}
      onConfirm={() => cancel.mutateAsync()}
    >
      {text('cancel.text')}
    </ConfirmButton>
  );
}
