import type { ClientConfig } from '../../contract/client.ts';

export interface Account {
  displayName: string;
  username: string;
}

/** How this person proves who they are. On the web it is the identity provider's session in this tab. */
export interface AuthClient {
  /** Null: nobody is signed in. */
  account: Account | null;
  /** Why the last attempt to sign in led nowhere; a text of the identity provider. */
  refusal: string | null;
  /** Leaves the page for the identity provider. */
  signIn(): Promise<void>;
  signOut(): Promise<void>;
  /**
   * @param options.isRenewed asks for a fresh token although the last one looks valid
   * @throws SignInNeeded when only the person can get one, by signing in again
   */
  getApiToken(options?: { isRenewed?: boolean }): Promise<string>;
}

export class SignInNeeded extends Error {}

/** All that the renderer knows of where it runs: a browser tab, later the desktop app. */
export interface Host {
  authenticate(config: ClientConfig): Promise<AuthClient>;
  /** How many questions are unread; 0 takes the badge away. */
  setBadge(count: number): void;
  openLink(url: string): void;
  /** Tells of something while the person looks elsewhere, where the person allows it. */
  notify(notice: { title: string; body: string; href: string }): void;
  /** Whether the person has neither allowed `notify` nor refused it. */
  canAskToNotify(): boolean;
  askToNotify(): Promise<void>;
}
