import { Body1, Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { ClientConfig } from '../../../contract/client.ts';
import type { AuthClient } from '../host.ts';
import { useText } from '../text.ts';
import { Welcome } from './Welcome.tsx';

const useStyles = makeStyles({ aside: { color: tokens.colorNeutralForeground3 } });

interface Props {
  auth: AuthClient;
  config: ClientConfig;
  /** The server's tenant, if the person chose the server; null: a browser on the server's own page. */
  tenant: string | null;
}

/** The page for people who are not signed in. */
export function SignedOut({ auth, config, tenant }: Props) {
  const styles = useStyles();
  const text = useText();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Welcome words={text('signedOut.promise')}>
      {auth.refusal !== null && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{text('signedOut.refused', { reason: auth.refusal })}</MessageBarBody>
        </MessageBar>
      )}
      <Button
        appearance="primary"
        size="large"
        disabledFocusable={isLeaving && !auth.signsInElsewhere}
        onClick={() => {
          setLeaving(true);
          void auth.signIn().finally(() => setLeaving(false));
        }}
      >
        {text('signedOut.signIn')}
      </Button>
      {isLeaving && auth.signsInElsewhere && <Body1 role="status">{text('signedOut.elsewhere')}</Body1>}
      {tenant !== null && <Body1 className={styles.aside}>{text('signedOut.tenant', { tenant })}</Body1>}
      {config.mode === 'sandbox' && <Body1 className={styles.aside}>{text('signedOut.sandbox')}</Body1>}
    </Welcome>
  );
}
