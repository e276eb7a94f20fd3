import type { ClientConfig } from '../../contract/client.ts';
import type { Sending } from './inputs/sending.ts';
import type { AppSettings, ServerFault, SettingsChange } from '../bridge.ts';

export interface Account {
  displayName: string;
  username: string;
}

/** What a sign-in has to confirm, because the organisation demands more (conditional access). */
export interface SignInDemand {
  /** As the identity provider demands them. */
  claims: string;
  /** The id of what was refused. */
  subject: string;
}

/** The person's authentication: on the web the session of this tab, on the desktop that of the app. */
export interface AuthClient {
  /** Null: nobody is signed in. */
  account: Account | null;
  /** The identity provider's message if the last sign-in failed. */
  refusal: string | null;
  /** Sign-in opens in the default browser, and this page stays. */
  signsInElsewhere: boolean;
  /** The subject of the demand that the last sign-in met; null: none. */
  confirmed(): string | null;
  /** On the web, redirects to the identity provider; on the desktop, opens the default browser. */
  signIn(demand?: SignInDemand): Promise<void>;
  signOut(): Promise<void>;
  /**
   * The headers that authenticate a call: on the web the token, on the desktop the page's person, because the main
   * process adds the token.
   *
   * @param options.isRenewed requests a new token although the last one looks valid
   * @throws SignInNeeded if the person has to sign in again
   */
  authorize(options?: { isRenewed?: boolean }): Promise<Record<string, string>>;
  /**
   * The additional headers for a search, if the search service filters by person (behaviour 5.3 D).
   *
   * @throws SignInNeeded as above
   */
  authorizeSearch(): Promise<Record<string, string>>;
  /**
   * Calls Microsoft Graph with the person's token (behaviour 5.3 A): on the web this page's, on the desktop added by
   * the main process.
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
  /** The body of a PUT. */
  file?: File;
  sending?: Sending;
}

/** A permission that the call needs was not granted to the client registration, or not to this person. */
export class NotGranted extends Error {}

/** The app's server. */
export interface ServerChoice {
  /** Null: none chosen yet. */
  current: string | null;
  known: string[];
  /** The tenant of the current server; null: not known yet. */
  tenant: string | null;
  /** @returns why it was refused; null: accepted, and the page must be reloaded */
  choose(address: string): Promise<ServerFault | null>;
}

/** Updates of the desktop app. */
export interface Updates {
  /** The downloaded version, or null. */
  ready(): string | null;
  /** @returns a function that unsubscribes */
  listen(hear: () => void): () => void;
  /** Asks whether to restart now, and restarts. */
  restart(): void;
}

/** Settings of the desktop app. */
export interface DesktopApp {
  settings(): Promise<AppSettings>;
  /** @returns a function that unsubscribes */
  onSettings(listener: (settings: AppSettings) => void): () => void;
  change(changes: SettingsChange): Promise<void>;
  forgetServer(server: string): Promise<void>;
  signIn(): Promise<void>;
  signOut(): Promise<void>;
  /** Opens the settings in their own window. */
  openSettings(): void;
  /** Makes the default browser open links from messages in the app. */
  claimLinks(): Promise<void>;
}

export class SignInNeeded extends Error {}

/** The renderer's environment: a browser tab, or a window of the desktop app. */
export interface Host {
  /** The servers of the desktop app; null: a browser, which uses the page's server. */
  servers: ServerChoice | null;
  /** Null: a browser, where the server provides the version. */
  updates: Updates | null;
  /** Null: this is a browser. */
  desktop: DesktopApp | null;
  /** This window shows a single question without a frame. */
  isOneQuestion: boolean;
  authenticate(config: ClientConfig): Promise<AuthClient>;
  /** Shows the unread count; 0 removes the badge. */
  setBadge(count: number): void;
  openLink(url: string): void;
  /** Opens a desktop app link; the app may not be installed. Null: this is the app. */
  openApp: ((link: string) => void) | null;
  /** Shows a system notification while the page is not in front, if permitted. */
  notify(notice: { title: string; body: string; href: string }): void;
  /** Whether the person has neither allowed nor refused `notify` yet. */
  canAskToNotify(): boolean;
  askToNotify(): Promise<void>;
}
