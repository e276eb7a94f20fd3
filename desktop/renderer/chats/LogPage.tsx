import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChatDismissRegular } from '@fluentui/react-icons';
import { useAssignment } from '../api/assignments.ts';
import { useLog } from '../api/chats.ts';
import { Actions } from '../assignments/Actions.tsx';
import { Due } from '../assignments/Due.tsx';
import { AssignmentBadge } from '../assignments/StatusBadge.tsx';
import { hrefOf } from '../routes.ts';
import { BackArrow } from '../shell/BackArrow.tsx';
import { NotShown } from '../shell/NotShown.tsx';
import { Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { chatOfLog } from './chatInLog.ts';
import { useChatPageStyles } from './chatPageStyles.ts';
import { Composer } from './Composer.tsx';
import { Log } from './Log.tsx';
import { WaitingLine } from './WaitingLine.tsx';

const useStyles = makeStyles({
  instructions: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  shut: {
    margin: 0,
    padding: tokens.spacingHorizontalL,
    textAlign: 'center',
    color: tokens.colorNeutralForeground3,
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  head: { '@media (max-width: 639px)': { flexWrap: 'wrap' } },
  assignment: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    '@media (max-width: 639px)': { flexBasis: '100%' },
  },
});

/** The log of one attempt at an assignment; afterwards it stays as a chat of the person's own. */
export function LogPage({ id }: { id: string }) {
  const page = useChatPageStyles();
  const styles = useStyles();
  const text = useText();
  const log = useLog(id);
  if (log.isPending) return <Loading />;
  if (!log.data)
    return (
      <NotShown
        isPage
        icon={<ChatDismissRegular />}
        title={text('log.missing.title')}
        error={log.error}
        onRetry={() => void log.refetch()}
      >
        {text('log.missing.text')}
      </NotShown>
    );
  const chat = chatOfLog(log.data);
  const { name, mayWrite, flowId, attempt, assignmentId } = log.data;
  return (
    <div className={page.page}>
      <div className={page.bar}>
        <header className={mergeClasses(page.head, styles.head)}>
          <Link
            href={hrefOf({ page: 'assignments', tab: 'active' })}
            className={page.back}
            aria-label={text('log.back')}
          >
            <BackArrow fontSize={20} />
          </Link>
          <div className={page.words}>
            <h1 className={page.heading} title={name}>
              {name}
            </h1>
            <p className={styles.instructions}>{text('log.attempt', { attempt })}</p>
          </div>
          <AssignmentLine id={assignmentId} logId={id} />
        </header>
      </div>
      <Log key={id} chat={chat} />
      <div>
        {flowId !== null && <WaitingLine chat={chat} flowId={flowId} />}
        {mayWrite ? (
          <Composer key={id} chat={chat} label={text('composer.label', { chat: name })} />
        ) : (
          <p className={styles.shut}>{text('log.shut')}</p>
        )}
      </div>
    </div>
  );
}

/** How the assignment stands, and what can be done, while this is its latest attempt. */
function AssignmentLine({ id, logId }: { id: string; logId: string }) {
  const styles = useStyles();
  const { data: assignment } = useAssignment(id);
  if (assignment?.logId !== logId) return null;
  return (
    <div className={styles.assignment}>
      <AssignmentBadge assignment={assignment} />
      <Due assignment={assignment} />
      <Actions assignment={assignment} isInLog />
    </div>
  );
}
