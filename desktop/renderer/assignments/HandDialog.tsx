import { MessageBar, MessageBarBody } from '@fluentui/react-components';
import type { Assignment } from '../../../contract/assignments.ts';
import type { PrincipalReference, VariableSpec } from '../../../contract/variables.ts';
import { ApiProblem } from '../api/apiProblem.ts';
import { useAct } from '../api/assignments.ts';
import { wordsFor } from '../problemWords.ts';
import { DialogForm } from '../shell/DialogForm.tsx';
import { FormDialog } from '../shell/FormDialog.tsx';
import { useText, type Text } from '../text.ts';
import { useSay } from '../useSay.ts';

/** Actions that first ask for a person or a reason. */
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

/** The message after an action, for screens where the change is not visible. */
export const saidOf = (
  action: AskedAction | 'complete' | 'remind',
  { name, assignee }: Pick<Assignment, 'name' | 'assignee'>,
  text: Text,
): string => text(`assignments.said.${action}`, { name, assignee: assignee.displayName });

/** Delegates, declines, cancels or reassigns an assignment, with a reason. */
export function HandDialog({ assignment, action, onClose }: Props) {
  const { id, name, assignee } = assignment;
  const text = useText();
  const say = useSay();
  const act = useAct(id);
  const submit = async ({ to, reason }: Record<string, unknown>): Promise<void> => {
    const body = {
      ...(WITH_PERSON.includes(action) && { to: (to as PrincipalReference).id }),
      ...(reason ? { reason } : {}),
    };
    await act.mutateAsync({ action, body });
    onClose();
    say(saidOf(action, assignment, text));
  };
  return (
    <FormDialog
      title={text(`assignments.${action}.title`, { name, assignee: assignee.displayName })}
      isOpen
      onClose={onClose}
    >
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

/** The texts of refusal codes specific to assignments; null: another code. */
export function refusal(code: string | null, text: Text): string | null {
  if (code === 'invalid_transition') return text('assignments.overtaken');
  return code === 'rate_limited' ? text('assignments.tooSoon') : null;
}

/** Why an action on an assignment failed. */
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
