import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import { FormProvider, useForm, type Resolver, type ResolverResult } from 'react-hook-form';
import type { VariableSpec } from '../../../contract/variables.ts';
import { ApiProblem } from '../api/client.ts';
import { checkForm } from './check.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import { initialValues, isSingleOption, nestErrors, submitsOnSelect, type FormShape } from './formShape.ts';
import { NoteField } from './NoteField.tsx';
import { VariableField } from './VariableField.tsx';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  actions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
});

interface Props {
  specs: readonly VariableSpec[];
  submitLabel: string;
  /** @throws ApiProblem; the fields it names show it, anything else is shown above the button */
  onSubmit(values: Record<string, unknown>, note: string): Promise<void>;
  /** Lets the person add a note. */
  hasNote?: boolean;
  /** Keeps what was typed readable when it can no longer be sent. */
  isClosed?: boolean;
  /** What is shown of a refusal that names no field. */
  renderProblem(problem: Error): ReactNode;
  /** Said beside the button, when a tap on an option sends. */
  pickHint: string;
  onDirty?(): void;
  actions?: ReactNode;
}

/** A form for any variable specs: the same fields, checks and words wherever somebody is asked. */
export function VariableForm({
  specs,
  submitLabel,
  onSubmit,
  hasNote = false,
  isClosed = false,
  renderProblem,
  pickHint,
  onDirty,
  actions,
}: Props) {
  const styles = useStyles();
  const [problem, setProblem] = useState<Error | null>(null);
  const isFastPath = isSingleOption(specs);
  const shown = isFastPath ? specs.map((spec) => ({ ...spec, variant: 'buttons' as const })) : specs;
  const form = useForm<FormShape>({
    defaultValues: { values: initialValues(specs), note: '' },
    resolver: resolverOf(specs),
  });
  const { isDirty, isSubmitting, isSubmitSuccessful } = form.formState;
  useEffect(() => {
    if (isDirty) onDirty?.();
  }, [isDirty, onDirty]);

  const submit = form.handleSubmit(async ({ values, note }) => {
    setProblem(null);
    try {
      await onSubmit(values, note.trim());
    } catch (error) {
      const fields = Object.entries((error instanceof ApiProblem && error.extra.fields) || {});
      const known = fields.filter(([path]) => specs.some(({ name }) => name === path.split('.')[0]));
      known.forEach(([path, message], index) =>
        form.setError(`values.${path}`, { type: 'server', message }, { shouldFocus: index === 0 }),
      );
      if (known.length === 0) setProblem(error as Error);
      else form.setError('root', { type: 'server' }); // not sent: the button must stay alive
    }
  });

  const pick = (spec: VariableSpec) => (value: unknown) => {
    form.setValue(`values.${spec.name}`, value, { shouldDirty: true });
    void submit();
  };
  const picks = (spec: VariableSpec): boolean => isFastPath || submitsOnSelect(spec);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
  };

  return (
    <FormProvider {...form}>
      <form className={styles.form} noValidate onKeyDown={onKeyDown} onSubmit={(event) => void submit(event)}>
        {!isClosed && <ErrorSummary specs={shown} />}
        {shown.map((spec) => (
          <VariableField
            key={spec.name}
            spec={spec}
            isDisabled={isClosed}
            onPick={picks(spec) ? pick(spec) : undefined}
          />
        ))}
        {hasNote && <NoteField isDisabled={isClosed} />}
        {problem && renderProblem(problem)}
        {!isClosed && (
          <div className={styles.actions}>
            {shown.some(picks) && shown.length === 1 ? (
              <span>{isSubmitting ? <Spinner size="tiny" /> : pickHint}</span>
            ) : (
              <Button
                type="submit"
                appearance="primary"
                size="large"
                disabledFocusable={isSubmitting || (isSubmitSuccessful && !problem)}
                icon={isSubmitting ? <Spinner size="tiny" /> : undefined}
              >
                {submitLabel}
              </Button>
            )}
            {actions}
          </div>
        )}
      </form>
    </FormProvider>
  );
}

/** The server's own check in the place where the form library wants one. */
const resolverOf =
  (specs: readonly VariableSpec[]): Resolver<FormShape> =>
  async ({ values, note }): Promise<ResolverResult<FormShape>> => {
    const checked = await checkForm(specs, values);
    if (checked.ok) return { values: { values: checked.values, note }, errors: {} };
    return { values: {}, errors: { values: nestErrors(checked.fields) as never } };
  };
