import { createHash } from 'node:crypto';
import path from 'node:path';
import type { EventName } from '../../contract/events.ts';
import type { SignedIn } from '../bridge.ts';
import type { ConnectionState } from '../eventStream.ts';
import { createAnswering, type Answering, type Verdict } from './answering.ts';
import { createForward } from './forward.ts';
import { createInboxWatch, type Ask, type InboxWatch, type Waiting } from './inboxWatch.ts';
import { createKept, type Kept } from './kept.ts';
import { createListening } from './listening.ts';
import type { Fetch, Log } from './ports.ts';
import { createPresence, type Presence } from './presence.ts';
import { createSealed, isSafe, type SealedParts } from './sealed.ts';
import type { ServerChoice } from './servers.ts';
import { createWhoIsHere } from './whoIsHere.ts';
import { createSignIn } from './signIn.ts';

/** What goes on with one server: who is signed in, what waits, what was typed and answered. */
export interface Workplace extends Pick<Presence, 'account' | 'arrive' | 'signIn' | 'signOut'> {
  kept: Kept;
  answering: Answering;
  /** A call of a window, to the server or to the one event stream. */
  answer(request: Request): Promise<Response>;
  /** Makes a fresh token; false: only the person can go on. */
  renew(): Promise<boolean>;
  /** The machine or the network is back. */
  wake(): void;
  state(): WorkplaceState;
  close(): Promise<void>;
}

export interface WorkplaceState {
  connection: ConnectionState;
  /** Somebody is signed in, and their sign-in has ended. */
  isSignInNeeded: boolean;
  signedIn: SignedIn | null;
  waiting: Waiting | null;
}

export interface WorkplaceParts {
  /** Of this server. */
  origin: string;
  folder: string;
  servers: ServerChoice;
  sealing: SealedParts;
  fetch: Fetch;
  openBrowser(url: string): Promise<void>;
  pages: { done: string; failed: string };
  now(): number;
  isOnline(): boolean;
  log: Log;
  onChange(): void;
  onWaiting(now: Waiting, before: Waiting | null): void;
  onVerdict(id: string, verdict: Verdict): void;
  onKept(id: string): void;
}

/** Events that say nothing of what waits for the person. */
const OTHER_EVENTS = new Set<EventName>(['message_delta', 'message_added', 'execution_changed', 'bye']);

export async function openWorkplace(parts: WorkplaceParts): Promise<Workplace> {
  const { origin, folder, servers, sealing, fetch, log, onChange } = parts;
  // what was typed for one server is nothing to another
  const own = createHash('sha256').update(origin).digest('hex').slice(0, 16);
  const sealedAs = (name: string) => createSealed(path.join(folder, `${name}-${own}.bin`), sealing);
  const isKept = () => isSafe(sealing);
  const here = createWhoIsHere(
    createSignIn({ ...parts, config: servers.config, cache: sealedAs('sign-in'), isKept }),
    onChange,
  );
  const forward = createForward({ server: () => origin, token: here.token, fetch, log });
  const ask: Ask = (route, init) => forward(new Request(`${origin}/api${route}`, init));
  const watch = createInboxWatch(ask, log, (latest, before) => {
    parts.onWaiting(latest, before);
    onChange();
  });
  const answering = await createAnswering({ ...parts, ask, sealed: sealedAs('answers') });
  const listening = createListening({ ...parts, ask, ...followedBy(watch, answering) });
  const kept = createKept(sealedAs('typed'));

  const presence = createPresence({ here, listening, log, onChange });
  void presence.arrive(); // a server that is silent keeps no window waiting

  return {
    kept,
    answering,
    async answer(request) {
      const isStream = new URL(request.url).pathname === '/api/events';
      // without a sign-in the server itself says what is missing
      return (isStream && !here.state().isSignInNeeded && listening.copy(request)) || forward(request);
    },
    account: presence.account,
    arrive: presence.arrive,
    signIn: presence.signIn,
    signOut: presence.signOut,
    renew: async () => (await here.token({ isRenewed: true })) !== null,
    wake() {
      void presence.arrive();
      listening.wake();
      void watch.look();
    },
    state: () => ({
      ...here.state(),
      connection: presence.isUnknown() ? 'offline' : listening.state(),
      waiting: here.state().signedIn?.account ? watch.latest() : null,
    }),
    async close() {
      presence.close();
      await kept.flush();
    },
  };
}

/** What each event of the stream leads to. */
const followedBy = (watch: InboxWatch, answering: Answering) => ({
  onEvent(event: EventName) {
    if (event === 'heartbeat') void answering.send();
    else if (!OTHER_EVENTS.has(event)) void watch.look();
  },
  onMissed: () => void watch.look(),
});
