import { Button } from '@fluentui/react-components';
import type { ComponentProps } from 'react';
import { useApiInputServices } from '../api/inputServices.ts';
import { InputServicesProvider } from '../inputs/services.ts';
import { VariableForm } from '../inputs/VariableForm.tsx';
import { useText } from '../text.ts';
import { ProblemBar } from './ProblemBar.tsx';

type FormProps = ComponentProps<typeof VariableForm>;

interface DialogFormProps extends Omit<FormProps, 'actions' | 'pickHint' | 'renderProblem' | 'isQuestion'> {
  pickHint?: string;
  renderProblem?: FormProps['renderProblem'];
  onCancel(): void;
}

/** The form of a dialog, with send and cancel. */
export function DialogForm({ pickHint = '', renderProblem = plainProblem, onCancel, ...form }: DialogFormProps) {
  const text = useText();
  const services = useApiInputServices(null);
  return (
    <InputServicesProvider value={services}>
      <VariableForm
        {...form}
        isQuestion={false}
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
