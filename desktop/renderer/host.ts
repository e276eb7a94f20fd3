import type { ClientConfig } from '../../contract/client.ts';
import type { Sending } from './inputs/sending.ts';
import type { AppSettings, ServerFault, SettingsChange } from '../bridge.ts';

export interface Account {
  displayName: string;
  username: string;
}

/** How this person proves who they are: on the web by the session of this tab, on the desktop by that of the app. */
export interface AuthClient {
  /** Null: nobody is signed in. */
  account: Account | null;
  /** Why the last attempt to sign in led nowhere; a text of the identity provider. */
  refusal: string | null;
  /** The system's browser opens for it, and this page stays. */
  signsInElsewhere: boolean;
  /** On the web this leaves the page for the identity provider; on the desktop the system's browser opens. */
  signIn(): Promise<void>;
  signOut(): Promise<void>;
  /**
   * What a call carries so that the server knows whose it is: on the web the token, on the desktop whose page it is,
   * for there the main process adds the token to whatever passes.
   *
   * @param options.isRenewed asks for a fresh proof although the last one looks valid
   * @throws SignInNeeded when only the person can give one, by signing in again
   */
  authorize(options?: { isRenewed?: boolean }): Promise<Record<string, string>>;
  /**
   * What a search carries beside that, where the search service filters by person (behaviour 5.3 D).
   *
   * @throws SignInNeeded as above
   */
  authorizeSearch(): Promise<Record<string, string>>;
  /**
   * Asks Microsoft Graph itself, with a token of the person (behaviour 5.3 A): on the web one of this page's, on the desktop
   * one that the main process adds.
   *
   * @throws NotGranted, and ApiProblem `unreachable`
   */
  askGraph(call: GraphCall): Promise<Response>;
}

/** One of the calls of contract/graphCalls.ts. */
export interface GraphCall {
  method: 'GET' | 'PUT';
  /** Below `/v1.0`, with its query. */
  path: string;
  /** What a PUT sends. */
  file?: File;
  sending?: Sending;
}

/** The client registration was not granted what a call needs, or this person was not. */
export class NotGranted extends Error {}

/** Which server the app talks to. */
export interface ServerChoice {
  /** Null: none was chosen yet. */
  current: string | null;
  known: string[];
  /** That people sign in to at the server in use; null: that is not known yet. */
  tenant: string | null;
  /** @returns why it was not taken; null: it was, and the page is to be loaded anew */
  choose(address: string): Promise<ServerFault | null>;
}

/** Newer versions of the app that this is a window of. */
export interface Updates {
  /** The version that was fetched; null: none. */
  ready(): string | null;
  /** @returns what ends it */
  listen(hear: () => void): () => void;
  /** Asks whether to restart now, and does. */
  restart(): void;
}

/** What only the desktop app lets people set. */
export interface DesktopApp {
  settings(): Promise<AppSettings>;
  /** @returns what ends it */
  onSettings(listener: (settings: AppSettings) => void): () => void;
  change(changes: SettingsChange): Promise<void>;
  forgetServer(server: string): Promise<void>;
  signIn(): Promise<void>;
  signOut(): Promise<void>;
  /** In a window of their own. */
  openSettings(): void;
  /** Has the system's browser open links of messages in the app. */
  claimLinks(): Promise<void>;
}

export class SignInNeeded extends Error {}

/** All that the renderer knows of where it runs: a browser tab, or a window of the desktop app. */
export interface Host {
  /** The servers of the desktop app; null: the one that this page came from. */
  servers: ServerChoice | null;
  /** Null: whoever serves the page sees to its version. */
  updates: Updates | null;
  /** Null: this is a browser. */
  desktop: DesktopApp | null;
  /** This window shows one question, and nothing around it. */
  isOneQuestion: boolean;
  authenticate(config: ClientConfig): Promise<AuthClient>;
  /** How many questions are unread; 0 takes the badge away. */
  setBadge(count: number): void;
  openLink(url: string): void;
  /** Opens a link of the desktop app, which may or may not be on this machine; null: this is the app. */
  openApp: ((link: string) => void) | null;
  /** Tells of something while the person looks elsewhere, where the person allows it. */
  notify(notice: { title: string; body: string; href: string }): void;
  /** Whether the person has neither allowed `notify` nor refused it. */
  canAskToNotify(): boolean;
  askToNotify(): Promise<void>;
}
