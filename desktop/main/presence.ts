import type { SignedIn } from '../bridge.ts';
import type { Listening } from './listening.ts';
import type { Log } from './ports.ts';
import { ServerRefused } from './servers.ts';
import type { SignedInPerson } from './signedInPerson.ts';

/** Keeps the event stream open while somebody is signed in. */
export interface Presence {
  /** Who is signed in. @throws while the server is unreachable */
  account(): Promise<SignedIn>;
  /** Finds out who is signed in, if not yet known. */
  arrive(): Promise<void>;
  /** The server could not be asked who is signed in. */
  isUnknown(): boolean;
  /** The server requires a newer version of the app. */
  isTooOld(): boolean;
  /** @param claims that the organisation demands; null: none */
  signIn(claims: string | null): Promise<SignedIn>;
  signOut(): Promise<void>;
  /** Ends the event stream for good, even if a sign-in is still under way. */
  close(): void;
}

export interface PresenceParts {
  here: SignedInPerson;
  listening: Listening;
  log: Log;
  onChange(): void;
}

export function createPresence({ here, listening, log, onChange }: PresenceParts): Presence {
  let hasFailed = false;
  let isTooOld = false;
  let isClosed = false;
  const listenFor = ({ account }: SignedIn): void => {
    if (account && !isClosed) listening.begin();
  };

  async function account(): Promise<SignedIn> {
    try {
      const signedIn = await here.read();
      isTooOld = false;
      listenFor(signedIn);
      return signedIn;
    } catch (error) {
      isTooOld = error instanceof ServerRefused && error.fault === 'too_new';
      throw error;
    }
  }

  return {
    account,
    async arrive() {
      if (here.state().signedIn) return;
      try {
        await account();
      } catch {
        if (!hasFailed) log.warn('server not asked who is signed in');
        hasFailed = true;
        onChange();
      }
    },
    isUnknown: () => hasFailed && here.state().signedIn === null,
    isTooOld: () => isTooOld,
    async signIn(claims) {
      const before = here.state().signedIn?.account?.username;
      const signedIn = await here.signIn(claims);
      if (signedIn.account?.username !== before) listening.end();
      listenFor(signedIn);
      listening.wake();
      return signedIn;
    },
    async signOut() {
      listening.end();
      await here.signOut();
    },
    close() {
      isClosed = true;
      listening.end();
    },
  };
}
