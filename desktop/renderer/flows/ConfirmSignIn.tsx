import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { ExecutionError, ExecutionView } from '../../../contract/executions.ts';
import { useApi, useMe } from '../api/queries.ts';
import { useText } from '../text.ts';

const useStyles = makeStyles({ confirmed: { marginTop: tokens.spacingVerticalS } });

interface Props {
  error: ExecutionError;
  execution: Pick<ExecutionView, 'id' | 'startedBy' | 'may'>;
}

/** Lets the starter of an execution sign in with what the organisation demands. Nobody else could do it for them. */
export function ConfirmSignIn({ error: { code, values = {} }, execution: { id, startedBy } }: Props) {
  const text = useText();
  const api = useApi();
  const [isUnderWay, setUnderWay] = useState(false);
  const isStarter = useMe().data?.id === startedBy.id;
  if (code !== 'sign_in_challenged' || !isStarter || api.confirmed() === id) return null;
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

/** Says that the sign-in is confirmed now, and how to go on. */
export function SignInConfirmed({ error: { code }, execution: { id, may } }: Props) {
  const styles = useStyles();
  const text = useText();
  const api = useApi();
  if (code !== 'sign_in_challenged' || api.confirmed() !== id) return null;
  return (
    <MessageBar intent="success" className={styles.confirmed}>
      <MessageBarBody>{text(may.retry ? 'executions.confirmedRetry' : 'executions.confirmedStart')}</MessageBarBody>
    </MessageBar>
  );
}
