import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import type { ExecutionView } from '../../../contract/executions.ts';
import { useExecution } from '../api/executions.ts';
import { useMe } from '../api/queries.ts';
import { hrefOf } from '../routes.ts';
import { useText } from '../text.ts';
import type { ChatInLog } from './chatInLog.ts';
import { useLatestExecution } from './useLatestExecution.ts';

const useStyles = makeStyles({
  line: {
    maxWidth: '760px',
    width: '100%',
    margin: '0 auto',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
});

/** The state of the execution started by the person's last message; empty if there is nothing to report. */
export function WaitingLine({ chat, flowId }: { chat: ChatInLog; flowId: string }) {
  const me = useMe();
  const mine = useLatestExecution(chat, flowId);
  const isOfInterest = mine && ['running', 'waiting', 'failed'].includes(mine.status);
  return isOfInterest ? <Line id={mine.id} me={me.data!.id} /> : null;
}

function Line({ id, me }: { id: string; me: string }) {
  const styles = useStyles();
  const text = useText();
  const words = useWords(useExecution(id).data, me);
  return (
    <div role="status" className={styles.line}>
      {words && (
        <>
          {words}
          <Link inline href={hrefOf({ page: 'execution', id })}>
            {text('waits.see')}
          </Link>
        </>
      )}
    </div>
  );
}

/** Null if the flow waits for this person, because the question is in the chat. */
function useWords(execution: ExecutionView | undefined, me: string): string | null {
  const text = useText();
  const intl = useIntl();
  if (execution?.status === 'failed') return text('waits.failed');
  if (execution?.status === 'running') return text('waits.running');
  if (execution?.status !== 'waiting') return null;
  const people = execution.waitingFor.flatMap((each) => each.people);
  if (people.some((person) => person.id === me)) return null;
  if (people.length === 0) return text('waits.time');
  return text('waits.people', { people: intl.formatList(people.map(({ displayName }) => displayName)) });
}
