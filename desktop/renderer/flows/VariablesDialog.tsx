import type { FlowSummary } from '../../../contract/flows.ts';
import { useDialogStyles } from '../shell/Dialog.tsx';
import { DialogForm } from '../shell/DialogForm.tsx';
import { FormDialog } from '../shell/FormDialog.tsx';
import { useText } from '../text.ts';

interface Props {
  flow: Pick<FlowSummary, 'name' | 'variables'>;
  isOpen: boolean;
  /** Known values, by field name. */
  known?: Record<string, unknown>;
  onClose(): void;
  /** @throws ApiProblem if it was not started */
  onStart(variables: Record<string, unknown>): Promise<void>;
}

/** Asks for the variables of a flow before it starts. */
export function VariablesDialog({ flow: { name, variables }, isOpen, known, onClose, onStart }: Props) {
  const styles = useDialogStyles();
  const text = useText();
  return (
    <FormDialog title={text('run.title', { flow: name })} isOpen={isOpen} onClose={onClose}>
      <p className={styles.words}>{text(variables.length === 0 ? 'run.nothingToAsk' : 'run.fill')}</p>
      <DialogForm
        specs={variables}
        isByAuthor
        submitLabel={text('run.start')}
        pickHint={text('run.pickHint')}
        typed={known && { values: known, note: '' }}
        onSubmit={onStart}
        onCancel={onClose}
      />
    </FormDialog>
  );
}
