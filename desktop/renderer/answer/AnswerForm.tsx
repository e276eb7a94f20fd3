import { MessageBar, MessageBarBody, MessageBarTitle, useAnnounce } from '@fluentui/react-components';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { RespondBody } from '../../../contract/payload.ts';
import { optionLabel, optionsOf, type VariableSpec } from '../../../contract/variables.ts';
import { ApiProblem } from '../api/client.ts';
import { useApiInputServices } from '../api/inputServices.ts';
import { offeredOptionsQuery } from '../api/prompts.ts';
import { useApi } from '../api/queries.ts';
import { isSingleOption, isUntouched, submitsOnSelect, type FormShape } from '../inputs/formShape.ts';
import { InputServicesProvider } from '../inputs/services.ts';
import { VariableForm } from '../inputs/VariableForm.tsx';
import { wordsFor } from '../problemWords.ts';
import { Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { useDrafts } from '../drafts/DraftsProvider.tsx';
import { useOutbox, useSubmission } from '../outbox/OutboxProvider.tsx';
import { answerSpecs } from './answerSpecs.ts';
import { ChoiceKeys } from './ChoiceKeys.tsx';
import { useConfirm } from './useConfirm.tsx';
import type { NewSubmission } from '../outbox/outbox.ts';
import { SubmissionBar } from '../outbox/SubmissionBar.tsx';

/** How long an answer of one tap can be taken back. */
const UNDO_MS = 5000;
/** So long before the end of a question its answer is not held back. */
const LAST_MOMENT_MS = 10_000;

/** Where a question is answered: a chat has its own route for it, and leaves single keys to what is written there. */
export type AnswerPlace = 'inbox' | 'chat';

export interface AnswerFormProps {
  notification: UserNotification;
  place: AnswerPlace;
  /** The question is closed; what was typed stays to be read and copied. */
  isClosed: boolean;
  onDirty(): void;
  /** What else can be done here; it is there whatever becomes of the form. */
  actions?: ReactNode;
}

interface Props extends AnswerFormProps {
  specs: readonly VariableSpec[];
}

/** The form of an open question, or what was typed into it and came too late. */
export function AnswerForm({ notification, specs, ...rest }: Props) {
  const text = useText();
  const services = useApiInputServices(notification.id);
  const offered = useOffered(notification.promptTemplateId, specs);
  if (!offered.specs)
    return (
      <>
        {offered.failed ? <Failed title={text('input.options.failed')} {...offered.failed} /> : <Loading rows={1} />}
        {rest.actions}
      </>
    );
  return (
    <InputServicesProvider value={services}>
      <Form notification={notification} specs={answerSpecs(notification.inputType, offered.specs, text)} {...rest} />
    </InputServicesProvider>
  );
}

function Form({ notification, specs, place, isClosed, onDirty, actions }: Props) {
  const text = useText();
  const drafts = useDrafts().answers;
  const { id } = notification;
  const submission = useSubmission(id);
  const isOnItsWay = submission?.refusal === null;
  const isShut = isClosed || isOnItsWay;
  const [typed] = useState(() => (submission ? typedOf(submission.body) : (drafts.read(id) ?? undefined)));
  const send = useSend({ notification, place, specs });
  const { dialog, isAsking, isMeant } = useConfirm(specs, notification.flowName);
  const keep = (now: FormShape): void => {
    if (isUntouched(specs, now)) drafts.clear(id);
    else drafts.write(id, specs, now);
  };
  return (
    <>
      <VariableForm
        specs={specs}
        submitLabel={text('answer.send')}
        pickHint={text('answer.pickHint')}
        hasNote
        isAsking={isAsking}
        isClosed={isShut}
        typed={typed}
        onTyped={keep}
        onDirty={onDirty}
        onSubmit={async (values, note) => ((await isMeant(values)) ? send(values, note) : undefined)}
        actions={
          <>
            {place === 'inbox' && isOneTap(notification) && specs[0] && (
              <ChoiceKeys spec={specs[0]} isPicked={isPicked(specs)} />
            )}
            {actions}
          </>
        }
        renderProblem={(problem) => <Refusal problem={problem} />}
      />
      {dialog}
      {submission && isOnItsWay && <SubmissionBar submission={submission} isInPlace />}
      {submission?.refusal && <Refusal problem={new ApiProblem(submission.refusal, 409, '')} />}
      {isShut && actions}
    </>
  );
}

/** There is nothing to send but what a tap sends at once (behaviour 2.7). */
const isPicked = (specs: readonly VariableSpec[]): boolean => isSingleOption(specs) || specs.some(submitsOnSelect);

const isOneTap = ({ inputType }: UserNotification): boolean => inputType === 'approval' || inputType === 'choice';

/** Sends what was typed: one tap with a while to take it back, anything else at once; what cannot be sent yet is kept. */
function useSend({ notification, place, specs }: Pick<Props, 'notification' | 'place' | 'specs'>) {
  const { id, inputType, flowName, expiresAt, executionId, nodeId } = notification;
  const text = useText();
  const { announce } = useAnnounce();
  const outbox = useOutbox();
  const attempt = useRef({ body: '', key: '' });
  const gone = useGone();
  const isHeld = isOneTap(notification) && !isPicked(specs);
  const inline = place === 'chat' ? { executionId, nodeId } : undefined;

  return async (values: Record<string, unknown>, note: string): Promise<void> => {
    const body = toBody(inputType, values, note);
    // the same answer sent again (a lost connection, say) is the same attempt, and counts once
    if (JSON.stringify(body) !== attempt.current.body)
      attempt.current = { body: JSON.stringify(body), key: crypto.randomUUID() };
    const { key } = attempt.current;
    const words = isHeld ? wordsOf(specs, values) : null;
    const submission: NewSubmission = { requestId: id, flowName, words, body, key, inline };
    if (isHeld && Date.parse(expiresAt) - Date.now() > LAST_MOMENT_MS) {
      outbox.hold(submission, UNDO_MS);
      announce(text('submission.held', { seconds: UNDO_MS / 1000 }));
      return;
    }
    if (hasSecret(specs, values))
      await outbox.submitWithoutStoring(submission); // a password is kept nowhere
    else await outbox.submit(submission, gone());
  };
}

/** Aborted when the component is gone. */
function useGone(): () => AbortSignal {
  const controller = useRef(new AbortController());
  useEffect(() => {
    const mounted = (controller.current = new AbortController());
    return () => mounted.abort();
  }, []);
  return () => controller.current.signal;
}

const hasSecret = (specs: readonly VariableSpec[], values: Record<string, unknown>): boolean =>
  specs.some(({ type, name }) => type === 'password' && values[name] !== undefined);

function wordsOf(specs: readonly VariableSpec[], { value }: Record<string, unknown>): string | null {
  const option = specs[0] && optionsOf(specs[0]).find((each) => each.value === value);
  return option ? optionLabel(option) : null;
}

/** A simple answer is a plain string, unless a note goes with it (behaviour 4). */
function toBody(inputType: UserNotification['inputType'], values: Record<string, unknown>, note: string): RespondBody {
  if (inputType !== 'form' && note === '') return String(values.value);
  return { values: values as never, ...(note === '' ? {} : { note }) };
}

const typedOf = (body: RespondBody): FormShape =>
  typeof body === 'string' ? { values: { value: body }, note: '' } : { values: body.values, note: body.note ?? '' };

interface Offered {
  /** Null while they are asked for. */
  specs: VariableSpec[] | null;
  failed?: { error: Error; onRetry(): void };
}

/** The specs with what their `optionsSource` offers now. */
function useOffered(templateId: string, specs: readonly VariableSpec[]): Offered {
  const api = useApi();
  const dynamic = specs.filter(({ optionsSource }) => optionsSource);
  const results = useQueries({ queries: dynamic.map(({ name }) => offeredOptionsQuery(api, templateId, name)) });
  const failed = results.find((result) => result.isError);
  if (failed?.error) return { specs: null, failed: { error: failed.error, onRetry: () => void failed.refetch() } };
  if (results.some((result) => result.isPending)) return { specs: null };
  const found = new Map(dynamic.map(({ name }, index) => [name, results[index]?.data ?? []]));
  return {
    specs: specs.map((spec) => {
      const offered = found.get(spec.name);
      return offered ? { ...spec, options: [...(spec.options ?? []), ...offered] } : spec;
    }),
  };
}

export function Refusal({ problem }: { problem: Error }) {
  const text = useText();
  const code = problem instanceof ApiProblem ? problem.code : null;
  const isConflict = code === 'already_responded' || code === 'request_closed';
  return (
    <MessageBar intent={isConflict ? 'warning' : 'error'} layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>{isConflict ? text(`answer.refused.${code}`) : text('answer.notSent')}</MessageBarTitle>
        {isConflict ? text('answer.kept') : wordsFor(problem, text)}
      </MessageBarBody>
    </MessageBar>
  );
}
