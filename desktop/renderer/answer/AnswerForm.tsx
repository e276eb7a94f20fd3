import { makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { RespondBody } from '../../../contract/payload.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { ApiProblem } from '../api/client.ts';
import { useApiInputServices } from '../api/inputServices.ts';
import { offeredOptionsQuery } from '../api/prompts.ts';
import { useApi } from '../api/queries.ts';
import { initialValues, isSingleOption, isUntouched, submitsOnSelect, type FormShape } from '../inputs/formShape.ts';
import { InputServicesProvider } from '../inputs/services.ts';
import { VariableForm } from '../inputs/VariableForm.tsx';
import { wordsFor } from '../problemWords.ts';
import { BarTitle } from '../shell/BarTitle.tsx';
import { Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { useDrafts } from '../drafts/DraftsProvider.tsx';
import { isOneTap } from '../outbox/oneTap.ts';
import { useOutbox, useSubmission } from '../outbox/OutboxProvider.tsx';
import { answerSpecs } from './answerSpecs.ts';
import type { AnswerFormProps } from './answerPlace.ts';
import { ChoiceKeys } from './ChoiceKeys.tsx';
import { useActionsBar } from './useActionsBar.ts';
import { useConfirm } from './useConfirm.tsx';
import { useSend } from './useSend.ts';
import { SubmissionBar } from '../outbox/SubmissionBar.tsx';

const useStyles = makeStyles({
  bar: {
    bottom: 0,
    zIndex: 1,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    // spans the card's width, at its lower edge
    margin: `0 calc(-1 * ${tokens.spacingHorizontalXXL}) calc(-1 * ${tokens.spacingHorizontalXXL})`,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalXXL}`,
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: `0 0 ${tokens.borderRadiusXLarge} ${tokens.borderRadiusXLarge}`,
    '@media print': { display: 'none' },
    '@media (max-width: 639px)': {
      margin: `0 calc(-1 * ${tokens.spacingHorizontalL}) calc(-1 * ${tokens.spacingHorizontalL})`,
      padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    },
  },
});

interface Props extends AnswerFormProps {
  specs: readonly VariableSpec[];
}

/** The form of an open question, or the text typed into it before it closed. */
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

function Form({ notification, specs, place, isClosed, onDirty, onGiven, actions }: Props) {
  const styles = useStyles();
  const bar = useActionsBar();
  const text = useText();
  const drafts = useDrafts().answers;
  const outbox = useOutbox();
  const { id } = notification;
  const submission = useSubmission(id);
  const isOnItsWay = submission?.refusal === null;
  const isShut = isClosed || isOnItsWay;
  const [typed] = useState(() => (submission ? typedOf(submission.body) : (drafts.read(id) ?? undefined)));
  const send = useSend({ notification, place, specs, onGiven });
  const isPicked = isOneTap(notification) && (isSingleOption(specs) || specs.some(submitsOnSelect));
  const { dialog, isAsking, isMeant } = useConfirm(specs, notification.flowName);
  const keep = (now: FormShape): void => {
    // otherwise the refused answer would come back in place of what is typed now
    if (submission?.refusal && !isSame(specs, now, typedOf(submission.body))) outbox.takeBack(id);
    const kept = isPicked ? { ...now, values: initialValues(specs) } : now; // the pressed option was sent or taken back
    if (isUntouched(specs, kept)) return drafts.clear(id);
    drafts.write(id, specs, kept);
    onDirty();
  };
  return (
    <>
      <VariableForm
        specs={specs}
        submitLabel={text('answer.send')}
        pickHint={isPicked ? '' : text('answer.pickHint')}
        hasNote={!notification.commentOffer}
        offer={notification.commentOffer}
        bar={place === 'inbox' && !isShut ? { className: styles.bar, ref: bar } : undefined}
        isAsking={isAsking}
        isClosed={isShut}
        typed={typed}
        onTyped={keep}
        onSubmit={async (values, added) => ((await isMeant(values)) ? send(values, added) : undefined)}
        actions={
          <>
            {place === 'inbox' && isOneTap(notification) && specs[0] && (
              <ChoiceKeys questionId={id} spec={specs[0]} isPicked={isPicked} />
            )}
            {actions}
          </>
        }
        renderProblem={(problem) => <Refusal problem={problem} />}
      />
      {dialog}
      {submission && isOnItsWay && <SubmissionBar submission={submission} />}
      {submission?.refusal && <Refusal problem={new ApiProblem(submission.refusal, 409, '')} />}
      {isShut && actions}
    </>
  );
}

const typedOf = (body: RespondBody): FormShape =>
  typeof body === 'string'
    ? { values: { value: body }, note: '', comment: '' }
    : { values: body.values, note: body.note ?? '', comment: body.comment ?? '' };

/** Whether a form holds nothing but this answer. */
function isSame(specs: readonly VariableSpec[], now: FormShape, given: FormShape): boolean {
  const textOf = ({ values, note, comment = '' }: FormShape): string =>
    JSON.stringify([{ ...initialValues(specs), ...values }, note, comment]);
  return textOf(now) === textOf(given);
}

interface Offered {
  /** Null while they are loading. */
  specs: VariableSpec[] | null;
  failed?: { error: Error; onRetry(): void };
}

/** The specs with the options that their `optionsSource` offers now. */
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
        <BarTitle>{isConflict ? text(`answer.refused.${code}`) : text('answer.notSent')}</BarTitle>
        {isConflict ? text('answer.kept') : wordsFor(problem, text)}
      </MessageBarBody>
    </MessageBar>
  );
}
