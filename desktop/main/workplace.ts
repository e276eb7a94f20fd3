import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import pTimeout from 'p-timeout';
import type { EventName } from '../../contract/events.ts';
import { GRAPH_PATH } from '../../contract/graphCalls.ts';
import { PAGE_PERSON, PAGE_SERVER, type SignedIn } from '../bridge.ts';
import type { ConnectionState } from '../eventStream.ts';
import { createAnswering, type Answering, type Verdict } from './answering.ts';
import type { BrowserPages } from './browserPages.ts';
import { createForward, refusal } from './forward.ts';
import { createGraphForward } from './graphForward.ts';
import { createInboxWatch, type Ask, type InboxWatch, type Waiting } from './inboxWatch.ts';
import { createKept, type Kept } from './kept.ts';
import { createListening, type Listening } from './listening.ts';
import type { Fetch, Log } from './ports.ts';
import { createPresence, type Presence } from './presence.ts';
import { createSealed, isSafe, type SealedParts } from './sealed.ts';
import type { ServerChoice } from './servers.ts';
import { createWhoIsHere, type WhoIsHere } from './whoIsHere.ts';
import { createSignIn } from './signIn.ts';

/** What goes on with one server: who is signed in, what waits, what was typed and answered. */
export interface Workplace extends Pick<Presence, 'account' | 'arrive' | 'signIn' | 'signOut'> {
  kept: Kept;
  answering: Answering;
  /** A call of a window, to the server or to the one event stream. */
  answer(request: Request): Promise<Response>;
  /** Makes a fresh token; false: only the person can go on. */
  renew(): Promise<boolean>;
  /** The machine or the network is back. @param hasSlept no connection has outlived that */
  wake(hasSlept: boolean): void;
  state(): WorkplaceState;
  close(): Promise<void>;
}

export interface WorkplaceState {
  connection: ConnectionState;
  /** Somebody is signed in, and their sign-in has ended. */
  isSignInNeeded: boolean;
  signedIn: SignedIn | null;
  waiting: Waiting | null;
  /** The server takes newer versions of this app only. */
  isTooOld: boolean;
}

export interface WorkplaceParts {
  /** Of this server. */
  origin: string;
  folder: string;
  servers: ServerChoice;
  sealing: SealedParts;
  fetch: Fetch;
  openBrowser(url: string): Promise<void>;
  pages: BrowserPages;
  now(): number;
  isOnline(): boolean;
  log: Log;
  onChange(): void;
  /** Whoever was signed in is not any more: nothing of theirs may be seen. */
  onGone(): void;
  onWaiting(now: Waiting, before: Waiting | null): void;
  onVerdict(id: string, verdict: Verdict): void;
  onKept(id: string): void;
}

/** Files of one server: what was typed for it is nothing to another. */
const KEPT_FILES = ['sign-in', 'answers', 'typed'] as const;
type KeptFile = (typeof KEPT_FILES)[number];

const fileOf = (folder: string, origin: string, name: KeptFile): string =>
  path.join(folder, `${name}-${createHash('sha256').update(origin).digest('hex').slice(0, 16)}.bin`);

/** Throws away all that is kept for a server whose workplace is closed. */
export const forgetWorkplace = async (folder: string, origin: string): Promise<void> =>
  void (await Promise.all(KEPT_FILES.map((name) => rm(fileOf(folder, origin, name), { force: true }))));

/** Nobody waits longer than that to be signed out, or to get to another server. */
const LEAVE_MS = 2_000;

/** Events that say nothing of what waits for the person. */
const OTHER_EVENTS = new Set<EventName>(['message_delta', 'message_added', 'execution_changed', 'bye']);

export async function openWorkplace(parts: WorkplaceParts): Promise<Workplace> {
  const { origin, folder, servers, sealing, fetch, log, onChange, onGone } = parts;
  let isClosed = false;
  const person = () => here.state().signedIn?.account?.username ?? null;
  const look = lookForGone(person, () => {
    watch.forget();
    onGone();
  });
  const onHere = (): void => {
    if (isClosed) return; // a sign-in that was under way
    look();
    onChange();
  };
  const sealedAs = (name: KeptFile) => createSealed(fileOf(folder, origin, name), sealing);
  const config = () => servers.config(origin);
  const here = createWhoIsHere(
    createSignIn({ ...parts, config, cache: sealedAs('sign-in'), isKept: () => isSafe(sealing) }),
    onHere,
  );
  const forward = createForward({ server: () => origin, token: here.token, searchToken: here.searchToken, fetch, log });
  const askGraph = createGraphForward({ config, graphToken: here.graphToken, fetch, log });
  const ask: Ask = (route, init) => forward(new Request(`${origin}/api${route}`, init));
  const watch = createInboxWatch(ask, log, (latest, before) => {
    if (isClosed) return;
    parts.onWaiting(latest, before);
    onChange();
  });
  const answering = await createAnswering({ ...parts, person, ask, sealed: sealedAs('answers') });
  const listening = createListening({ ...parts, ask, ...followedBy(watch, answering) });
  const kept = createKept(sealedAs('typed'));

  const presence = createPresence({ here, listening, log, onChange });
  void presence.arrive(); // a server that is silent keeps no window waiting

  return {
    kept,
    answering,
    answer: answerOf(origin, here, listening, forward, askGraph),
    account: presence.account,
    arrive: presence.arrive,
    signIn: presence.signIn,
    async signOut() {
      await takeLeave(ask, answering);
      await presence.signOut();
    },
    renew: async () => (await here.token({ isRenewed: true })) !== null,
    wake(hasSlept) {
      void presence.arrive();
      if (hasSlept) listening.renew();
      else listening.wake();
      void watch.look();
    },
    state: () => stateOf(here, presence, listening, watch),
    async close() {
      presence.close();
      await kept.flush();
      await sendWhatIsGiven(answering);
      isClosed = true;
      answering.close();
    },
  };
}

/** Whoever goes can take back nothing more; what cannot be sent soon enough waits until they are back. */
const sendWhatIsGiven = (answering: Answering): Promise<void> =>
  pTimeout(answering.flush(), { milliseconds: LEAVE_MS, fallback: () => undefined });

const stateOf = (here: WhoIsHere, presence: Presence, listening: Listening, watch: InboxWatch): WorkplaceState => ({
  ...here.state(),
  connection: presence.isUnknown() ? 'offline' : listening.state(),
  waiting: here.state().signedIn?.account ? watch.latest() : null,
  isTooOld: presence.isTooOld(),
});

async function takeLeave(ask: Ask, answering: Answering): Promise<void> {
  await sendWhatIsGiven(answering);
  // the server acts for this person no more; where it does not hear of that, what it holds ends with time
  await ask('/sign-out', { method: 'POST', signal: AbortSignal.timeout(LEAVE_MS) }).catch(() => null);
}

/** @returns what finds out whether whoever was signed in is gone */
function lookForGone(person: () => string | null, onGone: () => void): () => void {
  let last: string | null = null;
  return () => {
    const [before, now] = [last, person()];
    last = now;
    if (before !== null && before !== now) onGone();
  };
}

/**
 * Whether a page calls that was of somebody else, or of another server: until it is loaded anew it may still send what it
 * was given.
 */
function isOfBefore({ headers }: Request, origin: string, person: string): boolean {
  const [of, server] = [headers.get(PAGE_PERSON), headers.get(PAGE_SERVER)];
  return (of !== null && of !== encodeURIComponent(person)) || (server !== null && server !== origin);
}

const notYours = (): Response =>
  refusal(401, 'unauthenticated', 'This page is of somebody else, or of another server.');

/** A call of a window. */
function answerOf(
  origin: string,
  here: WhoIsHere,
  listening: Listening,
  forward: Workplace['answer'],
  askGraph: Workplace['answer'],
): Workplace['answer'] {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (isOfBefore(request, origin, here.state().signedIn?.account?.username ?? '')) return notYours();
    if (pathname.startsWith(`${GRAPH_PATH}/`)) return askGraph(request);
    const isStream = pathname === '/api/events';
    // without a sign-in the server itself says what is missing
    return (isStream && !here.state().isSignInNeeded && listening.copy(request)) || forward(request);
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
