import { useCancelExecution } from '../api/executions.ts';
import { ConfirmButton } from '../shell/ConfirmButton.tsx';
import { useText } from '../text.ts';

/** Cancels an execution after a confirmation, because it cannot be undone. */
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
