import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChatDismissRegular } from '@fluentui/react-icons';
import type { Assignment } from '../../../contract/assignments.ts';
import type { ChatLog } from '../../../contract/chats.ts';
import { useAssignment } from '../api/assignments.ts';
import { useLog } from '../api/chats.ts';
import { Actions } from '../assignments/Actions.tsx';
import { AskingPlace } from '../assignments/AskingPlace.tsx';
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
import { RetiredNote } from './RetiredFlow.tsx';
import { useLowerBar } from './useLowerBar.ts';
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
  failed: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: tokens.spacingVerticalS,
  },
  words: { margin: 0 },
  head: { flexWrap: 'wrap', rowGap: tokens.spacingVerticalXS },
  // takes the width it needs; its neighbours wrap below
  what: { display: 'flex', alignItems: 'center', flex: '1 1 auto', maxWidth: '100%', gap: tokens.spacingHorizontalM },
  heading: {
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '2',
  },
  assignment: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

/** The log of one attempt at an assignment; it stays readable afterwards. */
export function LogPage({ id }: { id: string }) {
  const text = useText();
  const log = useLog(id);
  if (log.isPending) return <Loading />;
  if (log.data)
    return (
      <AskingPlace href={hrefOf({ page: 'log', id })}>
        <LogShown log={log.data} />
      </AskingPlace>
    );
  return (
    <NotShown
      back={{ href: hrefOf({ page: 'assignments', tab: 'active' }), words: text('title.assignments') }}
      icon={<ChatDismissRegular />}
      title={text('log.missing.title')}
      error={log.error}
      onRetry={() => void log.refetch()}
    >
      {text('log.missing.text')}
    </NotShown>
  );
}

function LogShown({ log }: { log: ChatLog }) {
  const page = useChatPageStyles();
  const styles = useStyles();
  const text = useText();
  const chat = chatOfLog(log);
  const { id, name, mayWrite, flowId, attempt, assignmentId } = log;
  const lowerBar = useLowerBar();
  const { data: assignment, isPending } = useAssignment(assignmentId);
  const isShut = !mayWrite || (assignment !== undefined && hasFailed(assignment, id));
  return (
    <div className={page.page}>
      <div className={page.bar}>
        <header className={mergeClasses(page.head, styles.head)}>
          <div className={styles.what}>
            <Link
              href={hrefOf({ page: 'assignments', tab: 'active' })}
              className={page.back}
              aria-label={text('log.back')}
            >
              <BackArrow fontSize={20} />
            </Link>
            <div className={page.words}>
              <h1 className={mergeClasses(page.heading, styles.heading)} title={name}>
                <bdi>{name}</bdi>
              </h1>
              <p className={styles.instructions}>{text('log.attempt', { attempt })}</p>
            </div>
          </div>
          {assignment?.logId === id && <AssignmentLine assignment={assignment} />}
        </header>
      </div>
      <Log key={id} chat={chat} />
      <div ref={lowerBar}>
        {flowId !== null && <WaitingLine chat={chat} flowId={flowId} />}
        {!isShut && log.isChatRetired && <RetiredNote what="chat" />}
        {!isShut && log.isFlowRetired && <RetiredNote what="flow" />}
        {!isShut && <Composer key={id} chat={chat} label={text('composer.label', { chat: name })} />}
        {isShut && !isPending && <Shut assignment={assignment} logId={id} />}
      </div>
    </div>
  );
}

/** Whether this log's attempt failed and another can be started. */
const hasFailed = (assignment: Assignment, logId: string): boolean =>
  assignment.logId === logId && assignment.actions.includes('retry');

/** Why the person cannot write, and how to continue if possible. */
function Shut({ assignment, logId }: { assignment: Assignment | undefined; logId: string }) {
  const styles = useStyles();
  const text = useText();
  if (assignment && hasFailed(assignment, logId))
    return (
      <div className={mergeClasses(styles.shut, styles.failed)}>
        <p className={styles.words}>{text('check.attemptFailed')}</p>
        <Actions assignment={assignment} isInLog />
      </div>
    );
  const isSuperseded = assignment?.endedAt === null && assignment.logId !== logId;
  return <p className={styles.shut}>{text(isSuperseded ? 'log.attemptOver' : 'log.shut')}</p>;
}

/** The assignment's status and actions; after a failed attempt shown in place of the message field. */
function AssignmentLine({ assignment }: { assignment: Assignment }) {
  const styles = useStyles();
  return (
    <div className={styles.assignment}>
      <AssignmentBadge assignment={assignment} />
      <Due assignment={assignment} />
      {!hasFailed(assignment, assignment.logId!) && <Actions assignment={assignment} isInLog />}
    </div>
  );
}
