import { MessageBar, MessageBarBody, MessageBarTitle, useAnnounce } from '@fluentui/react-components';
import { useQueries } from '@tanstack/react-query';
import { useRef } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { RespondBody } from '../../../contract/payload.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { ApiProblem } from '../api/client.ts';
import { useApiInputServices } from '../api/inputServices.ts';
import { offeredOptionsQuery, useApi, useRespond } from '../api/queries.ts';
import { InputServicesProvider } from '../inputs/services.ts';
import { VariableForm } from '../inputs/VariableForm.tsx';
import { Failed, Loading, wordsFor } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { answerSpecs } from './answerSpecs.ts';

interface Props {
  notification: UserNotification;
  specs: readonly VariableSpec[];
  /** The question is closed; what was typed stays to be read and copied. */
  isClosed: boolean;
  onDirty(): void;
  onSent(): void;
}

export function AnswerForm({ notification, specs, isClosed, onDirty, onSent }: Props) {
  const text = useText();
  const { announce } = useAnnounce();
  const respond = useRespond(notification.id);
  const services = useApiInputServices(notification.id);
  const attempt = useRef({ body: '', key: '' });
  const offered = useOffered(notification.promptTemplateId, specs);
  if (offered.failed) return <Failed error={offered.failed.error} onRetry={offered.failed.onRetry} />;
  if (!offered.specs) return <Loading rows={1} />;

  const send = async (values: Record<string, unknown>, note: string): Promise<void> => {
    const body = toBody(notification.inputType, values, note);
    // the same answer sent again (a lost connection, say) is the same attempt, and counts once
    if (JSON.stringify(body) !== attempt.current.body)
      attempt.current = { body: JSON.stringify(body), key: crypto.randomUUID() };
    await respond.mutateAsync({ body, key: attempt.current.key });
    announce(text('answer.recorded'));
    onSent();
  };

  return (
    <InputServicesProvider value={services}>
      <VariableForm
        specs={answerSpecs(notification.inputType, offered.specs, text('answer.label'))}
        submitLabel={text('answer.send')}
        pickHint={text('answer.pickHint')}
        hasNote
        isClosed={isClosed}
        onDirty={onDirty}
        onSubmit={send}
        renderProblem={(problem) => <Refusal problem={problem} />}
      />
    </InputServicesProvider>
  );
}

/** A simple answer is a plain string, unless a note goes with it (spec part 4). */
function toBody(inputType: UserNotification['inputType'], values: Record<string, unknown>, note: string): RespondBody {
  if (inputType !== 'form' && note === '') return String(values.value);
  return { values: values as never, ...(note === '' ? {} : { note }) };
}

interface Offered {
  /** Null while they are asked for. */
  specs: VariableSpec[] | null;
  failed?: { error: Error; onRetry(): void };
}

/** The specs with what their `optionsSource` offers now. */
export function useOffered(templateId: string, specs: readonly VariableSpec[]): Offered {
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
