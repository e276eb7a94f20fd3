import { Button, Dialog, DialogBody, DialogContent, DialogSurface, DialogTitle } from '@fluentui/react-components';
import type { ComponentProps, ReactNode } from 'react';
import { useApiInputServices } from '../api/inputServices.ts';
import { InputServicesProvider } from '../inputs/services.ts';
import { VariableForm } from '../inputs/VariableForm.tsx';
import { useText } from '../text.ts';
import { useDialogStyles } from './dialog.ts';
import { ProblemBar } from './ProblemBar.tsx';

interface FormDialogProps {
  title: string;
  isOpen: boolean;
  onClose(): void;
  /** What stands below the content, where no form brings buttons of its own. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A dialog with something to fill in. */
export function FormDialog({ title, isOpen, onClose, actions, children }: FormDialogProps) {
  const styles = useDialogStyles();
  return (
    <Dialog open={isOpen} onOpenChange={(_event, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle className={styles.words}>{title}</DialogTitle>
          <DialogContent className={styles.content}>{children}</DialogContent>
          {actions}
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

type FormProps = ComponentProps<typeof VariableForm>;

interface DialogFormProps extends Omit<FormProps, 'actions' | 'pickHint' | 'renderProblem'> {
  pickHint?: string;
  renderProblem?: FormProps['renderProblem'];
  onCancel(): void;
}

/** What is filled in there: it is sent, or given up. */
export function DialogForm({ pickHint = '', renderProblem = plainProblem, onCancel, ...form }: DialogFormProps) {
  const text = useText();
  const services = useApiInputServices(null);
  return (
    <InputServicesProvider value={services}>
      <VariableForm
        {...form}
        pickHint={pickHint}
        renderProblem={renderProblem}
        actions={
          <Button size="large" onClick={onCancel}>
            {text('dialog.cancel')}
          </Button>
        }
      />
    </InputServicesProvider>
  );
}

const plainProblem: FormProps['renderProblem'] = (problem) => <ProblemBar problem={problem} />;
