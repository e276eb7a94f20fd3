import type { SignedIn } from '../bridge.ts';
import type { SignIn } from './signIn.ts';

/** The last known signed-in person, and whether their sign-in is still valid. */
export interface SignedInPerson extends Pick<SignIn, 'token' | 'searchToken' | 'graphToken' | 'signIn' | 'signOut'> {
  read(): Promise<SignedIn>;
  state(): { signedIn: SignedIn | null; isSignInNeeded: boolean };
}

export function createSignedInPerson(signIn: SignIn, onChange: () => void): SignedInPerson {
  let signedIn: SignedIn | null = null;
  let isSignInNeeded = false;

  const become = (next: SignedIn, isNeeded = false): SignedIn => {
    signedIn = next;
    isSignInNeeded = isNeeded;
    onChange();
    return next;
  };
  async function token(options?: { isRenewed?: boolean }): Promise<string | null> {
    // a person who signs in during this call must not be used for it
    const given = await signIn.token({ ...options, of: signedIn?.account?.username ?? null });
    const isNeeded = given === null && Boolean(signedIn?.account);
    if (signedIn && isNeeded !== isSignInNeeded) become(signedIn, isNeeded);
    return given;
  }
  return {
    token,
    searchToken: signIn.searchToken,
    graphToken: signIn.graphToken,
    read: async () => become(await signIn.state(), isSignInNeeded),
    async signIn(claims) {
      const next = await signIn.signIn(claims);
      return become(next, next.account !== null && (await signIn.token()) === null);
    },
    async signOut() {
      await signIn.signOut();
      become({ account: null, refusal: null, isKept: signedIn?.isKept ?? true });
    },
    state: () => ({ signedIn, isSignInNeeded }),
  };
}
