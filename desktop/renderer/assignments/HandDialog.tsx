import { MessageBar, MessageBarBody, useAnnounce } from '@fluentui/react-components';
import type { Assignment } from '../../../contract/assignments.ts';
import type { PrincipalReference, VariableSpec } from '../../../contract/variables.ts';
import { ApiProblem } from '../api/apiProblem.ts';
import { useAct } from '../api/assignments.ts';
import { wordsFor } from '../problemWords.ts';
import { DialogForm } from '../shell/DialogForm.tsx';
import { FormDialog } from '../shell/FormDialog.tsx';
import { useText, type Text } from '../text.ts';

/** What is asked about before it is done: to whom, and why. */
export type AskedAction = 'delegate' | 'decline' | 'cancel' | 'reassign';

const WITH_PERSON: readonly AskedAction[] = ['delegate', 'reassign'];

function specsOf(action: AskedAction, text: Text): VariableSpec[] {
  const reason: VariableSpec = {
    name: 'reason',
    type: 'textarea',
    label: text('assignments.why'),
    description: text('assignments.whyHint'),
    validation: { max: 2000 },
  };
  if (!WITH_PERSON.includes(action)) return [reason];
  return [{ name: 'to', type: 'user', label: text('assignments.to'), required: true }, reason];
}

interface Props {
  assignment: Pick<Assignment, 'id' | 'name' | 'assignee'>;
  action: AskedAction;
  onClose(): void;
}

/** What is told of it, once it is done, to those who do not see the assignment change. */
export const saidOf = (
  action: AskedAction | 'complete' | 'remind',
  { name, assignee }: Pick<Assignment, 'name' | 'assignee'>,
  text: Text,
): string => text(`assignments.said.${action}`, { name, assignee: assignee.displayName });

/** Hands an assignment on, declines it, cancels it or gives it to somebody else, with a reason. */
export function HandDialog({ assignment, action, onClose }: Props) {
  const { id, name } = assignment;
  const text = useText();
  const { announce } = useAnnounce();
  const act = useAct(id);
  const submit = async ({ to, reason }: Record<string, unknown>): Promise<void> => {
    const body = {
      ...(WITH_PERSON.includes(action) && { to: (to as PrincipalReference).id }),
      ...(reason ? { reason } : {}),
    };
    await act.mutateAsync({ action, body });
    onClose();
    announce(saidOf(action, assignment, text));
  };
  return (
    <FormDialog title={text(`assignments.${action}.title`, { name })} isOpen onClose={onClose}>
      <DialogForm
        specs={specsOf(action, text)}
        submitLabel={text(action === 'cancel' ? 'assignments.cancel.submit' : `assignments.action.${action}`)}
        renderProblem={(problem) => <ActProblem problem={problem} />}
        onSubmit={submit}
        onCancel={onClose}
      />
    </FormDialog>
  );
}

/** What the codes say that only assignments are refused with; null: any other. */
export function refusal(code: string | null, text: Text): string | null {
  if (code === 'invalid_transition') return text('assignments.overtaken');
  return code === 'rate_limited' ? text('assignments.tooSoon') : null;
}

/** Why something about an assignment could not be done. */
export function ActProblem({ problem }: { problem: Error }) {
  const text = useText();
  const hasOwnWords = problem instanceof ApiProblem && problem.extra.checks === undefined;
  const words = hasOwnWords ? refusal(problem.code, text) : null;
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>{words ?? wordsFor(problem, text)}</MessageBarBody>
    </MessageBar>
  );
}
