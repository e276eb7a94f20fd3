import { MessageBar, MessageBarBody } from '@fluentui/react-components';
import type { Assignment } from '../../../contract/assignments.ts';
import type { PrincipalReference, VariableSpec } from '../../../contract/variables.ts';
import { ApiProblem } from '../api/apiProblem.ts';
import { useAct } from '../api/assignments.ts';
import { wordsFor } from '../problemWords.ts';
import { DialogForm, FormDialog } from '../shell/FormDialog.tsx';
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
  assignment: Pick<Assignment, 'id' | 'name'>;
  action: AskedAction;
  onClose(): void;
}

/** Hands an assignment on, declines it, cancels it or gives it to somebody else, with a reason. */
export function HandDialog({ assignment: { id, name }, action, onClose }: Props) {
  const text = useText();
  const act = useAct(id);
  const submit = async ({ to, reason }: Record<string, unknown>): Promise<void> => {
    const body = {
      ...(WITH_PERSON.includes(action) && { to: (to as PrincipalReference).id }),
      ...(reason ? { reason } : {}),
    };
    await act.mutateAsync({ action, body });
    onClose();
  };
  return (
    <FormDialog title={text(`assignments.${action}.title`, { name })} isOpen onClose={onClose}>
      <DialogForm
        specs={specsOf(action, text)}
        submitLabel={text(`assignments.action.${action}`)}
        renderProblem={(problem) => <ActProblem problem={problem} />}
        onSubmit={submit}
        onCancel={onClose}
      />
    </FormDialog>
  );
}

/** Why something about an assignment could not be done. */
export function ActProblem({ problem }: { problem: Error }) {
  const text = useText();
  const code = problem instanceof ApiProblem ? problem.code : '';
  const words =
    code === 'invalid_transition'
      ? text('assignments.overtaken')
      : code === 'rate_limited'
        ? text('assignments.tooSoon')
        : wordsFor(problem, text);
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>{words}</MessageBarBody>
    </MessageBar>
  );
}
