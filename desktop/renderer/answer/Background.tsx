import { Link, makeStyles, tokens } from '@fluentui/react-components';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { RequestView } from '../../../contract/requests.ts';
import { useRequest } from '../api/prompts.ts';
import { hrefOf } from '../routes.ts';
import { useText } from '../text.ts';
import { Asked } from './Asked.tsx';
import { NextSteps } from './NextSteps.tsx';

const useStyles = makeStyles({
  links: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalL,
    fontSize: tokens.fontSizeBase200,
  },
  link: { display: 'inline-flex', alignItems: 'center', minHeight: '24px' },
});

/** Background for the decision: next steps, other assignees, and related links. */
export function Background({ notification }: { notification: UserNotification }) {
  const request = useRequest(notification.id).data;
  if (!request) return null;
  return (
    <>
      {request.status === 'waiting' && <NextSteps notification={notification} steps={request.next ?? []} />}
      <Asked notification={notification} request={request} />
      <Elsewhere request={request} />
    </>
  );
}

/** Links to the execution and its flow, for those who may see them. */
function Elsewhere({ request: { executionId, flowId, mayOpen } }: { request: RequestView }) {
  const styles = useStyles();
  const text = useText();
  if (!mayOpen.execution && !mayOpen.flow) return null;
  return (
    <nav className={styles.links} aria-label={text('question.elsewhere')}>
      {mayOpen.execution && (
        <Link className={styles.link} href={hrefOf({ page: 'execution', id: executionId })}>
          {text('question.openExecution')}
        </Link>
      )}
      {mayOpen.flow && (
        <Link className={styles.link} href={hrefOf({ page: 'flow', id: flowId })}>
          {text('question.openFlow')}
        </Link>
      )}
    </nav>
  );
}
