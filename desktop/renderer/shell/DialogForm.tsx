import { Button } from '@fluentui/react-components';
import type { ComponentProps } from 'react';
import { useApiInputServices } from '../api/inputServices.ts';
import { InputServicesProvider } from '../inputs/services.ts';
import { SwitchesProvider } from '../inputs/switches.ts';
import { VariableForm } from '../inputs/VariableForm.tsx';
import { useText } from '../text.ts';
import { ProblemBar } from './ProblemBar.tsx';

type FormProps = ComponentProps<typeof VariableForm>;

interface DialogFormProps extends Omit<FormProps, 'actions' | 'pickHint' | 'renderProblem' | 'isQuestion'> {
  pickHint?: string;
  renderProblem?: FormProps['renderProblem'];
  onCancel(): void;
  /** An author wrote the fields; the product's own dialogs are without. */
  isByAuthor?: boolean;
}

/** The form of a dialog, with send and cancel. */
export function DialogForm(props: DialogFormProps) {
  const { pickHint = '', renderProblem = plainProblem, onCancel, isByAuthor = false, ...form } = props;
  const text = useText();
  const services = useApiInputServices(null);
  return (
    <InputServicesProvider value={services}>
      <SwitchesProvider value={isByAuthor}>
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
      </SwitchesProvider>
    </InputServicesProvider>
  );
}

const plainProblem: FormProps['renderProblem'] = (problem) => <ProblemBar problem={problem} />;
