import { Body1, Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { ClientConfig } from '../../../contract/client.ts';
import type { AuthClient } from '../host.ts';
import { useText } from '../text.ts';

const useStyles = makeStyles({
  page: {
    minHeight: '100%',
    display: 'grid',
    placeItems: 'center',
    padding: tokens.spacingHorizontalL,
    boxSizing: 'border-box',
    backgroundColor: tokens.colorNeutralBackground3,
  },
  card: {
    width: '100%',
    maxWidth: '400px',
    boxSizing: 'border-box',
    padding: tokens.spacingHorizontalXXXL,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    borderRadius: tokens.borderRadiusXLarge,
    boxShadow: tokens.shadow16,
  },
  words: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  title: { margin: 0, fontSize: tokens.fontSizeHero700, lineHeight: tokens.lineHeightHero700 },
  aside: { color: tokens.colorNeutralForeground3 },
});

/** What somebody sees who is not signed in. */
export function SignedOut({ auth, config }: { auth: AuthClient; config: ClientConfig }) {
  const styles = useStyles();
  const text = useText();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <img src="./handback.svg" alt="" width="48" height="48" />
        <div className={styles.words}>
          <h1 className={styles.title}>{text('product')}</h1>
          <Body1>{text('signedOut.promise')}</Body1>
        </div>
        {auth.refusal !== null && (
          <MessageBar intent="warning" layout="multiline">
            <MessageBarBody>{text('signedOut.refused', { reason: auth.refusal })}</MessageBarBody>
          </MessageBar>
        )}
        <Button
          appearance="primary"
          size="large"
          disabledFocusable={isLeaving}
          onClick={() => {
            setLeaving(true);
            void auth.signIn();
          }}
        >
          {text('signedOut.signIn')}
        </Button>
        {config.mode === 'sandbox' && <Body1 className={styles.aside}>{text('signedOut.sandbox')}</Body1>}
      </div>
    </main>
  );
}
