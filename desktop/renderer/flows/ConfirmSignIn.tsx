import { Button, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { useState } from 'react';
import type { ExecutionError, ExecutionView } from '../../../contract/executions.ts';
import { useApi, useMe } from '../api/queries.ts';
import { useText } from '../text.ts';

interface Props {
  error: ExecutionError;
  execution: Pick<ExecutionView, 'id' | 'startedBy' | 'may'>;
}

/** Lets the starter of an execution sign in with what the organisation demands. Nobody else could do it for them. */
export function ConfirmSignIn({ error: { values = {} }, execution: { id, startedBy, may } }: Props) {
  const text = useText();
  const api = useApi();
  const [isUnderWay, setUnderWay] = useState(false);
  const isStarter = useMe().data?.id === startedBy.id;
  if (!isStarter) return null;
  if (api.confirmed() === id)
    return (
      <MessageBarBody role="status">
        {text(may.retry ? 'executions.confirmedRetry' : 'executions.confirmedStart')}
      </MessageBarBody>
    );
  const confirm = (): void => {
    setUnderWay(true);
    const demand = { claims: String(values['claims'] ?? ''), subject: id };
    void api.confirmSignIn(demand).finally(() => setUnderWay(false));
  };
  return (
    <MessageBarActions>
      <Button onClick={confirm} disabledFocusable={isUnderWay}>
        {text('executions.confirmSignIn')}
      </Button>
    </MessageBarActions>
  );
}
