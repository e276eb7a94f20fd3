import { useCallback, useState } from 'react';
import { useForm, type Resolver, type ResolverResult, type UseFormReturn } from 'react-hook-form';
import { useIntl } from 'react-intl';
import type { FailedCheck, FieldErrors } from '../../../contract/problem.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { ApiProblem } from '../api/client.ts';
import { useText } from '../text.ts';
import { inPersonsDates } from './boundWords.ts';
import { checkForm } from './check.ts';
import { fieldWords } from './fieldWords.ts';
import { initialValues, nestErrors, type FormShape } from './formShape.ts';

export interface VariableFormState {
  form: UseFormReturn<FormShape>;
  /** Why the last attempt was refused, where that is about no field. */
  problem: Error | null;
  /** Checks, and sends what is valid; nothing while it is sent already, or a file of it is on its way. */
  submit(): void;
  /** Takes a value and submits, in one gesture. */
  pick(spec: VariableSpec, value: unknown): void;
}

/**
 * The state of a form for these specs. A refusal that names fields is shown at them, the first one focused.
 *
 * @param typed what the person has typed before
 */
export function useVariableForm(
  specs: readonly VariableSpec[],
  onSubmit: (values: Record<string, unknown>, note: string) => Promise<void>,
  isPending = false,
  typed?: FormShape,
): VariableFormState {
  const text = useText();
  const [problem, setProblem] = useState<Error | null>(null);
  const form = useForm<FormShape>({
    defaultValues: { values: { ...initialValues(specs), ...typed?.values }, note: typed?.note ?? '' },
    resolver: resolverOf(specs, useSay()),
  });
  const { isSubmitting } = form.formState;

  const send = form.handleSubmit(async ({ values, note }) => {
    setProblem(null);
    try {
      await onSubmit(values, note.trim());
    } catch (error) {
      const hasFields = error instanceof ApiProblem && showFields(form, specs, fieldWords(error, text));
      if (!hasFields) setProblem(error as Error);
      form.setError('root', { type: 'server' }); // not sent: the form stays open
    }
  });
  const submit = (): void => {
    if (!isSubmitting && !isPending) void send();
  };
  return {
    form,
    problem,
    submit,
    pick: (spec, value) => {
      form.setValue(`values.${spec.name}`, value, { shouldDirty: true });
      submit();
    },
  };
}

/** What the fields of a start stand below. */
const WHERE_FLOWS_START = /^variables\./;

/** @returns whether the refusal names a field of this form */
function showFields(form: UseFormReturn<FormShape>, specs: readonly VariableSpec[], fields: FieldErrors): boolean {
  const known = Object.entries(fields).flatMap(([path, message]) => {
    const isOwn = (at: string) => specs.some(({ name, type }) => type !== 'hidden' && name === at.split('.')[0]);
    const own = [path, path.replace(WHERE_FLOWS_START, '')].find(isOwn);
    return own === undefined ? [] : [{ path: own, message }];
  });
  known.forEach(({ path, message }, index) =>
    form.setError(`values.${path}`, { type: 'server', message }, { shouldFocus: index === 0 }),
  );
  return known.length > 0;
}

type Say = (check: FailedCheck) => string;

/** What is wrong, in the person's language or the author's own words. */
function useSay(): Say {
  const text = useText();
  const intl = useIntl();
  return useCallback((check) => check.words ?? text(`check.${check.id}`, inPersonsDates(check, intl)), [text, intl]);
}

/** The server's own check in the place where the form library wants one. */
const resolverOf =
  (specs: readonly VariableSpec[], say: Say): Resolver<FormShape> =>
  async ({ values, note }): Promise<ResolverResult<FormShape>> => {
    const checked = await checkForm(specs, values);
    if (checked.ok) return { values: { values: checked.values, note }, errors: {} };
    return { values: {}, errors: { values: nestErrors(checked.checks, say) as never } };
  };
