import { useCallback, useState } from 'react';
import { useForm, type Resolver, type ResolverResult, type UseFormReturn } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { checkComment, COMMENT_FIELD } from '../../../contract/comment.ts';
import { type CommentOffer } from '../../../contract/commentOffer.ts';
import { NOTE_CHARACTERS } from '../../../contract/payload.ts';
import type { FailedCheck, FieldErrors } from '../../../contract/problem.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { ApiProblem } from '../api/client.ts';
import { useText, type TextId } from '../text.ts';
import { tooLong } from '../tooLong.ts';
import { inPersonsWords } from './boundWords.ts';
import { checkForm } from './check.ts';
import { fieldWords } from './fieldWords.ts';
import { initialValues, nestErrors, type FormShape } from './formShape.ts';
import { type Lost } from './pending.ts';

export interface VariableFormState {
  form: UseFormReturn<FormShape>;
  /** Why the last attempt was refused, if not because of a field. */
  problem: Error | null;
  /** Checks and sends; does nothing while sending or while a file is uploading. */
  submit(): void;
  /** Sets a value and submits, in one gesture. */
  pick(spec: VariableSpec, value: unknown): void;
}

interface Options {
  isPending?: boolean;
  /** The fields of which a part would be lost; an answer sent without it could not be completed later. */
  lost?(): Lost;
  /** The earlier draft. */
  typed?: FormShape;
  offer?: CommentOffer;
  /** Whether the form answers a question. */
  isQuestion?: boolean;
}

/** The state of a form for these specs. Errors of fields are shown at them, and the first one is focused. */
export function useVariableForm(
  specs: readonly VariableSpec[],
  onSubmit: Submit,
  { isPending = false, lost = () => NOTHING, typed, offer, isQuestion = true }: Options,
): VariableFormState {
  const text = useText();
  const [problem, setProblem] = useState<Error | null>(null);
  const form = useForm<FormShape>({
    defaultValues: {
      values: { ...initialValues(specs), ...typed?.values },
      note: typed?.note ?? '',
      comment: typed?.comment ?? '',
    },
    resolver: withoutLoss(resolverOf(specs, offer, useSay(isQuestion)), lost),
  });
  const { isSubmitting } = form.formState;

  const send = form.handleSubmit(async ({ values, note, comment }) => {
    setProblem(null);
    try {
      await onSubmit(values, { note: note.trim(), comment: (comment ?? '').trim() });
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

/** Submits values, with the person's note and comment. */
export type Submit = (
  values: Record<string, unknown>,
  added: Required<Pick<FormShape, 'note' | 'comment'>>,
) => Promise<void>;

/** The prefix of start variables in refusals. */
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
  const comment = fields[COMMENT_FIELD];
  const isCommented = !known.some(({ path }) => path === COMMENT_FIELD) && comment !== undefined;
  if (isCommented) form.setError('comment', { type: 'server', message: comment }, { shouldFocus: known.length === 0 });
  return known.length > 0 || isCommented;
}

type Say = (check: FailedCheck) => string;

/** Checks whose text says "answer", replaced in forms that are not questions. */
const OF_ANSWERS: Partial<Record<FailedCheck['id'], TextId>> = { text: 'check.missing', password: 'check.missing' };

/** The text of a failed check, in the person's language or the author's words. */
function useSay(isQuestion: boolean): Say {
  const text = useText();
  const intl = useIntl();
  return useCallback(
    (check) => {
      const { id, words } = check;
      const own = (!isQuestion && OF_ANSWERS[id]) || (`check.${id}` as const);
      return words ?? text(own, inPersonsWords(check, intl));
    },
    [text, intl, isQuestion],
  );
}

/** Adapts the server's check to the form library. */
const resolverOf =
  (specs: readonly VariableSpec[], offer: CommentOffer | undefined, say: Say): Resolver<FormShape> =>
  async ({ values, note, comment }): Promise<ResolverResult<FormShape>> => {
    const checked = await checkForm(specs, values);
    const commented = checkComment({ comment: offer, variables: specs }, values, comment);
    const noted = tooLong(note, NOTE_CHARACTERS);
    if (checked.ok && commented.ok && !noted) return { values: { values: checked.values, note, comment }, errors: {} };
    return {
      values: {},
      errors: {
        ...(!checked.ok && { values: nestErrors(checked.checks, say) as never }),
        ...(!commented.ok && { comment: { type: 'check', message: say(commented.check) } }),
        ...(noted && { note: { type: 'check', message: say(noted) } }),
      },
    };
  };

const NOTHING: Lost = new Map();

/** Adds an error to fields of which a part would be lost, if they have no other. */
const withoutLoss =
  (resolver: Resolver<FormShape>, lost: () => Lost): Resolver<FormShape> =>
  async (...asked): Promise<ResolverResult<FormShape>> => {
    const result = await resolver(...asked);
    const fields = lost();
    if (fields.size === 0) return result;
    const faults = Object.fromEntries([...fields].map(([field, message]) => [field, { type: 'lost', message }]));
    return { values: {}, errors: { ...result.errors, values: { ...faults, ...result.errors.values } } };
  };
