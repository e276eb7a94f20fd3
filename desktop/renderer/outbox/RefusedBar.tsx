import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { hrefOf } from '../routes.ts';
import { BarTitle } from '../shell/BarTitle.tsx';
import { useText, type TextId } from '../text.ts';
import { useOutbox } from './OutboxProvider.tsx';
import type { Submission } from './outbox.ts';

/** Why an answer was refused, in one line. */
const refusalWord = (refusal: Submission['refusal']): TextId =>
  refusal === 'already_responded' || refusal === 'request_closed' ? `answer.refused.${refusal}` : 'answer.notSent';

/** A refused answer: the reason, and a link to its question. */
export function RefusedBar({
  submission: { requestId, flowName, title = flowName, refusal },
}: {
  submission: Submission;
}) {
  const text = useText();
  const outbox = useOutbox();
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <BarTitle>{title}</BarTitle>
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
