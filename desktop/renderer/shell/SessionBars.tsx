import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import type { AuthClient, Updates } from '../host.ts';
import { useText } from '../text.ts';
import { UpdateBar } from './UpdateBar.tsx';

interface Props {
  auth: AuthClient;
  updates: Updates | null;
  isSignInNeeded: boolean;
}

/** Messages above every page. */
export function SessionBars({ auth, updates, isSignInNeeded }: Props) {
  return (
    <>
      {isSignInNeeded && <SignInAgain auth={auth} />}
      {updates && <UpdateBar updates={updates} />}
    </>
  );
}

/** Asks to sign in again. The page, with everything typed, stays until the person chooses to leave it. */
function SignInAgain({ auth }: { auth: AuthClient }) {
  const text = useText();
  const queries = useQueryClient();
  // on the desktop the page is still here, so it reloads what failed in the meantime
  const signIn = async (): Promise<void> => {
    await auth.signIn();
    await queries.invalidateQueries();
  };
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>{text('session.ended')}</MessageBarBody>
      <MessageBarActions>
        <Button onClick={() => void signIn()}>{text('session.signInAgain')}</Button>
      </MessageBarActions>
    </MessageBar>
  );
}
