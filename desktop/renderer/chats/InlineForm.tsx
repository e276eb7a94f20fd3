import { useAnnounce } from '@fluentui/react-components';
import { useRef, type ReactNode } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { useRespondInline, type InlineAnswer } from '../api/chats.ts';
import { useApiInputServices } from '../api/inputServices.ts';
import { usePromptTemplate } from '../api/queries.ts';
import { InputServicesProvider } from '../inputs/services.ts';
import { VariableForm } from '../inputs/VariableForm.tsx';
import { Refusal, useOffered } from '../notifications/AnswerForm.tsx';
import { answerSpecs } from '../notifications/answerSpecs.ts';
import { fallbackSpecs } from '../notifications/fallbackTemplate.ts';
import { Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';

interface Props {
  notification: UserNotification;
  /** The question is closed; what was typed stays to be read and copied. */
  isClosed: boolean;
  onDirty(): void;
  onSent(): void;
  actions?: ReactNode;
}

/** The fields of a question in a chat; what they send goes by the route of the inline prompt (spec part 4). */
export function InlineForm(props: Props) {
  const template = usePromptTemplate(props.notification.promptTemplateId);
  if (template.isPending) return <Waiting actions={props.actions} />;
  if (template.isError) return <Failed error={template.error} onRetry={() => void template.refetch()} />;
  return <Fields {...props} specs={template.data?.variableSpecs ?? fallbackSpecs(props.notification)} />;
}

function Fields({ notification, specs, onSent, ...rest }: Props & { specs: readonly VariableSpec[] }) {
  const text = useText();
  const { announce } = useAnnounce();
  const respond = useRespondInline(notification);
  const services = useApiInputServices(notification.id);
  const attempt = useRef({ answer: '', submissionId: '' });
  const offered = useOffered(notification.promptTemplateId, specs);
  if (offered.failed) return <Failed error={offered.failed.error} onRetry={offered.failed.onRetry} />;
  if (!offered.specs) return <Waiting actions={rest.actions} />;

  const send = async (values: Record<string, unknown>, note: string): Promise<void> => {
    const answer = toAnswer(notification.inputType, values, note);
    // the same answer sent again (a lost connection, say) is the same attempt, and counts once
    if (JSON.stringify(answer) !== attempt.current.answer)
      attempt.current = { answer: JSON.stringify(answer), submissionId: crypto.randomUUID() };
    await respond.mutateAsync({ ...answer, submissionId: attempt.current.submissionId });
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
        onSubmit={send}
        renderProblem={(problem) => <Refusal problem={problem} />}
        {...rest}
      />
    </InputServicesProvider>
  );
}

/** A dialog needs something in it to be focused, whatever it still waits for. */
const Waiting = ({ actions }: Pick<Props, 'actions'>) => (
  <>
    <Loading rows={1} />
    {actions}
  </>
);

function toAnswer(
  inputType: UserNotification['inputType'],
  values: Record<string, unknown>,
  note: string,
): InlineAnswer {
  const answer: InlineAnswer = inputType === 'form' ? { values: values as never } : { value: String(values['value']) };
  return note === '' ? answer : { ...answer, note };
}
