import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, Spinner } from '@fluentui/react-components';
import { MoreHorizontalRegular } from '@fluentui/react-icons';
import type { AssigneeAction, Assignment, SenderAction } from '../../../contract/assignments.ts';
import { useAct } from '../api/assignments.ts';
import { usePageStyles } from '../shell/page.ts';
import { useText } from '../text.ts';
import { goTo } from '../useRoute.ts';
import { useSay } from '../useSay.ts';
import { useAsk } from './AskingPlace.tsx';
import { ActProblem, saidOf, type AskedAction } from './HandDialog.tsx';

type Action = AssigneeAction | SenderAction;

/** These actions open the log. */
const OPENS: readonly Action[] = ['start', 'resume', 'retry'];
const ASKED: readonly Action[] = ['delegate', 'decline', 'cancel', 'reassign'];

/** Whether an action is the assignee's next step; not one that gives the assignment away. */
const isNext = ({ actions }: Assignment, action: Action): boolean =>
  actions.includes(action as AssigneeAction) && !ASKED.includes(action);

interface Props {
  assignment: Assignment;
  /** What tells it from the others on the page, for screen readers; by default its name. */
  of?: string;
  /** Shown in the log itself, so there is none to open. */
  isInLog?: boolean;
  /** Called with the failure of an action; if absent, it is shown here. */
  onProblem?(problem: Error | null): void;
}

/** The actions on an assignment: the next one as a button, the others in a menu. */
export function Actions({ assignment, of = assignment.name, isInLog = false, onProblem }: Props) {
  const page = usePageStyles();
  const text = useText();
  const say = useSay();
  const act = useAct(assignment.id);
  const ask = useAsk();
  const offered: Action[] = [...assignment.actions, ...assignment.senderActions].filter(
    (action) => !(isInLog && (action === 'resume' || action === 'start')),
  );
  const [first, ...others] = offered;
  const label = first === undefined ? '' : text(`assignments.action.${first}`);
  const take = async (action: Action): Promise<void> => {
    if (act.isPending) return;
    if (ASKED.includes(action)) return ask({ assignment, action: action as AskedAction });
    onProblem?.(null);
    try {
      const { logId } = await act.mutateAsync({ action });
      if (OPENS.includes(action) && logId !== null) goTo({ page: 'log', id: logId });
      if (action === 'complete' || action === 'remind') say(saidOf(action, assignment, text));
    } catch (problem) {
      onProblem?.(problem as Error);
    }
  };
  if (first === undefined && !act.error) return null;
  return (
    <>
      <div className={page.actions}>
        {first !== undefined && (
          <Button
            appearance={isNext(assignment, first) ? 'primary' : 'secondary'}
            {...(!isInLog && { 'aria-label': text('assignments.actionOf', { action: label, name: of }) })}
            disabledFocusable={act.isPending}
            icon={act.isPending ? <Spinner size="tiny" /> : undefined}
            onClick={() => void take(first)}
          >
            {label}
          </Button>
        )}
        {others.length > 0 && <Others actions={others} name={of} onTake={(action) => void take(action)} />}
      </div>
      {act.error && !onProblem && <ActProblem problem={act.error} />}
    </>
  );
}

interface OthersProps {
  actions: readonly Action[];
  name: string;
  onTake(action: Action): void;
}

function Others({ actions, name, onTake }: OthersProps) {
  const text = useText();
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button icon={<MoreHorizontalRegular />} aria-label={text('assignments.more', { name })} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {actions.map((action) => (
            <MenuItem key={action} onClick={() => onTake(action)}>
              {text(`assignments.action.${action}`)}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
