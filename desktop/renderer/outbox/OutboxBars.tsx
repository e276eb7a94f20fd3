import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  tokens,
} from '@fluentui/react-components';
import { itemsOf, useInbox } from '../api/inbox.ts';
import { hrefOf, type Route } from '../routes.ts';
import { useText, type TextId } from '../text.ts';
import { useOutbox, useOutboxState } from './OutboxProvider.tsx';
import { SubmissionBar } from './SubmissionBar.tsx';
import type { Submission } from './outbox.ts';

const MOST_SHOWN = 3;

const useStyles = makeStyles({
  bars: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    maxHeight: '40dvh',
    overflowY: 'auto',
    ':empty': { display: 'none' },
  },
});

/** The answers on their way whose question, which says itself how they fare, is not on the page; the newest few. */
export function OutboxBars({ route }: { route: Route }) {
  const styles = useStyles();
  const place = route.page === 'chat' ? { chatId: route.id } : route.page === 'log' ? { logId: route.id } : null;
  const asked = itemsOf(useInbox(place ?? {}, place !== null).data);
  const isShown = ({ requestId }: Submission): boolean =>
    route.page === 'chat'
      ? asked.some(({ id }) => id === requestId)
      : route.page === 'notifications' && route.id === requestId;
  const elsewhere = useOutboxState().submissions.filter((submission) => !isShown(submission));
  return (
    <div className={styles.bars}>
      {elsewhere
        .slice(-MOST_SHOWN)
        .map((submission) =>
          submission.refusal === null ? (
            <SubmissionBar key={submission.key} submission={submission} />
          ) : (
            <RefusedBar key={submission.key} submission={submission} />
          ),
        )}
    </div>
  );
}

/** Why an answer was not taken, in a line. */
export const refusalWord = (refusal: Submission['refusal']): TextId =>
  refusal === 'already_responded' || refusal === 'request_closed' ? `answer.refused.${refusal}` : 'answer.notSent';

function RefusedBar({ submission: { requestId, flowName, refusal } }: { submission: Submission }) {
  const text = useText();
  const outbox = useOutbox();
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>{flowName}</MessageBarTitle>
        {text(refusalWord(refusal))}.
      </MessageBarBody>
      <MessageBarActions>
        <Button as="a" href={hrefOf({ page: 'notifications', id: requestId, status: 'pending' })}>
          {text('submission.open')}
        </Button>
        <Button onClick={() => outbox.takeBack(requestId)}>{text('submission.dismiss')}</Button>
      </MessageBarActions>
    </MessageBar>
  );
}
