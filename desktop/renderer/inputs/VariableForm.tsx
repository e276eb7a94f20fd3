import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { useEffect, useEffectEvent, type FormEvent, type KeyboardEvent, type ReactNode, type RefCallback } from 'react';
import { FormProvider, useFormContext, type UseFormReturn } from 'react-hook-form';
import type { CommentOffer } from '../../../contract/commentOffer.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import { useText } from '../text.ts';
import { isSingleOption, submitsOnSelect, type FormShape } from './formShape.ts';
import { PendingProvider, useIsPending, usePendingState } from './pending.ts';
import { CommentField } from './CommentField.tsx';
import { NoteField } from './NoteField.tsx';
import { useVariableForm, type Submit } from './useVariableForm.ts';
import { VariableField } from './VariableField.tsx';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  open: { display: 'contents' },
  actions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  hint: { color: tokens.colorNeutralForeground3, minHeight: tokens.lineHeightBase300 },
});

interface Props {
  specs: readonly VariableSpec[];
  submitLabel: string;
  /** @throws ApiProblem; errors of fields are shown at them, others above the button */
  onSubmit: Submit;
  /** Lets the person add a note. */
  hasNote?: boolean;
  /** Lets the person add a comment. */
  offer?: CommentOffer;
  /** Whether the form answers a question, for its wording; default true. */
  isQuestion?: boolean;
  /** Keeps the typed text readable when it can no longer be sent. If never set, the form is sent only once. */
  isClosed?: boolean;
  /** Renders a refusal that names no field. */
  renderProblem(problem: Error): ReactNode;
  /** Replaces the button if a tap on an option sends. */
  pickHint: string;
  /** Restores an earlier draft. */
  typed?: FormShape;
  /** Called on every change. */
  onTyped?(typed: FormShape): void;
  /** Sending waits for the person's confirmation, so no progress is shown. */
  isAsking?: boolean;
  actions?: ReactNode;
  /** The bar for the send button, which stays in view. */
  bar?: Bar;
}

interface Bar {
  className: string;
  ref: RefCallback<HTMLElement>;
}

/** A form for any variable specs, with the same fields, checks and texts everywhere. */
export function VariableForm({
  specs,
  onSubmit,
  hasNote,
  offer,
  isQuestion,
  isClosed,
  renderProblem,
  bar,
  ...rest
}: Props) {
  const { typed, onTyped, ...submitBar } = rest;
  const styles = useStyles();
  const pending = usePendingState();
  const { form, problem, submit, pick } = useVariableForm(specs, onSubmit, {
    isPending: pending.isPending,
    lost: pending.lost,
    typed,
    offer,
    isQuestion,
  });
  useTold(form, onTyped);

  const isShut = isClosed ?? false;
  const isFastPath = isSingleOption(specs);
  const picks = (spec: VariableSpec): boolean => isFastPath || submitsOnSelect(spec);
  const visible = specs.filter(({ type }) => type !== 'hidden');
  const shown = isFastPath ? visible.map((spec) => ({ ...spec, variant: 'buttons' as const })) : visible;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
  };
  const onFormSubmit = (event: FormEvent): void => {
    event.preventDefault();
    submit();
  };
  // otherwise people need a button: for the other fields, or to leave the only one unanswered
  const arePicked = shown.length === 1 && shown.every((spec) => spec.required && picks(spec));
  const onPickOf = (spec: VariableSpec) => (picks(spec) ? (value: unknown) => pick(spec, value) : undefined);
  const fields = shown.map((spec) => (
    <VariableField key={spec.name} spec={spec} isDisabled={isShut} onPick={onPickOf(spec)} isAnswer={arePicked} />
  ));
  return (
    <FormProvider {...form}>
      <PendingProvider value={pending}>
        <form className={bar ? styles.open : styles.form} noValidate onKeyDown={onKeyDown} onSubmit={onFormSubmit}>
          {!isShut && <ErrorSummary specs={shown} />}
          {!arePicked && fields}
          {hasNote && <NoteField isDisabled={isShut} />}
          {offer && <CommentField asked={{ comment: offer, variables: shown }} isDisabled={isShut} />}
          {problem && <div ref={scrollToIt}>{renderProblem(problem)}</div>}
          <div className={bar?.className ?? styles.open} ref={bar?.ref}>
            {arePicked && fields}
            {!isShut && <SubmitBar {...submitBar} isPicked={arePicked} isOnce={isClosed === undefined} />}
          </div>
        </form>
      </PendingProvider>
    </FormProvider>
  );
}

/** The form can be sent from any field, far from where the refusal appears. */
const scrollToIt: RefCallback<HTMLElement> = (refusal) => refusal?.scrollIntoView({ block: 'nearest' });

/** Reports input as it is typed. */
function useTold(form: UseFormReturn<FormShape>, onTyped: Props['onTyped']): void {
  const tell = useEffectEvent((typed: FormShape) => onTyped?.(typed));
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => tell(structuredClone(values)) }),
    [form],
  );
}

interface SubmitBarProps extends Pick<Props, 'submitLabel' | 'pickHint' | 'isAsking' | 'actions'> {
  /** Only a tap on an option sends. */
  isPicked: boolean;
  isOnce: boolean;
}

function SubmitBar({ submitLabel, pickHint, isAsking, actions, isPicked, isOnce }: SubmitBarProps) {
  const styles = useStyles();
  const { isSubmitting, isSubmitSuccessful } = useFormContext<FormShape>().formState;
  const isPending = useIsPending();
  const text = useText();
  const spinner = isSubmitting && !isAsking ? <Spinner size="tiny" /> : undefined;
  return (
    <div className={styles.actions}>
      {isPicked ? (
        (spinner || pickHint) && <span className={styles.hint}>{spinner ?? pickHint}</span>
      ) : (
        <Button
          type="submit"
          appearance="primary"
          size="large"
          disabledFocusable={isPending || isSubmitting || (isOnce && isSubmitSuccessful)}
          icon={spinner}
        >
          {isPending ? text('input.file.wait') : submitLabel}
        </Button>
      )}
      {actions}
    </div>
  );
}
