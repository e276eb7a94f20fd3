import { Body1, Button, Field, makeStyles } from '@fluentui/react-components';
import type { AppSettings } from '../../bridge.ts';
import type { DesktopApp } from '../host.ts';
import { useText } from '../text.ts';

const useStyles = makeStyles({ asWideAsItsWords: { justifySelf: 'start' } });

/** The signed-in person, with buttons to sign in and out. */
export function SignedInSettings({
  settings: { signedIn, servers },
  desktop,
}: {
  settings: Pick<AppSettings, 'signedIn' | 'servers'>;
  desktop: DesktopApp;
}) {
  const text = useText();
  const account = signedIn?.account;
  if (signedIn === null && servers.current !== null) return <Body1>{text('settings.account.unknown')}</Body1>;
  if (!signedIn || !account)
    return (
      <>
        <Body1>{text('settings.account.nobody')}</Body1>
        <Button disabledFocusable={servers.current === null} onClick={() => void desktop.signIn()}>
          {text('signedOut.signIn')}
        </Button>
      </>
    );
  return (
    <>
      <Body1>{text('settings.account.name', account)}</Body1>
      {!signedIn.isKept && <Body1>{text('settings.account.notKept')}</Body1>}
      <Button onClick={() => void desktop.signOut()}>{text('account.signOut')}</Button>
    </>
  );
}

/** Tells a newly chosen default browser about the app; others learn of it at sign-in. */
export function LinkSettings({ isPossible, desktop }: { isPossible: boolean; desktop: DesktopApp }) {
  const styles = useStyles();
  const text = useText();
  return (
    <Field hint={text('settings.links.hint')}>
      <Button
        className={styles.asWideAsItsWords}
        disabledFocusable={!isPossible}
        onClick={() => void desktop.claimLinks()}
      >
        {text('settings.links')}
      </Button>
    </Field>
  );
}
