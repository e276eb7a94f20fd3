import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import pTimeout from 'p-timeout';
import type { EventName } from '../../contract/events.ts';
import { GRAPH_PATH } from '../../contract/graphCalls.ts';
import { draftName, PAGE_PERSON, PAGE_SERVER, type SignedIn } from '../bridge.ts';
import type { ConnectionState } from '../eventStream.ts';
import {
  createAnswering,
  joinAnswers,
  type Answering,
  type AnsweringParts,
  type Obstacle,
  type Verdict,
} from './answering.ts';
import type { BrowserPages } from './browserPages.ts';
import { createForward, refusal } from './forward.ts';
import { withTyped } from './givenBack.ts';
import { createGraphForward } from './graphForward.ts';
import { createInboxWatch, type InboxWatch, type Waiting } from './inboxWatch.ts';
import type { Ask } from './serverCalls.ts';
import { createTextStore, joinTexts, type TextStore } from './textStore.ts';
import { createListening, type Listening } from './listening.ts';
import type { Fetch, Log } from './ports.ts';
import { createPresence, type Presence } from './presence.ts';
import { createSealed, isSafe, type Join, type SealedParts } from './sealed.ts';
import type { ServerChoice } from './servers.ts';
import { createSignedInPerson, type SignedInPerson } from './signedInPerson.ts';
import { createSignIn } from './signIn.ts';

/** The state for one server: sign-in, inbox, drafts and answers. */
export interface ServerSession extends Pick<Presence, 'account' | 'arrive' | 'signIn' | 'signOut'> {
  texts: TextStore;
  answering: Answering;
  /** Answers a window's call, from the server or the shared event stream. */
  answer(request: Request): Promise<Response>;
  /** Renews the token; false: the person has to sign in again. */
  renew(): Promise<boolean>;
  /** The machine or the network is back. @param hasSlept the machine slept, so all connections are dead */
  wake(hasSlept: boolean): void;
  state(): SessionState;
  close(): Promise<void>;
}

export interface SessionState {
  connection: ConnectionState;
  /** The signed-in person has to sign in again. */
  isSignInNeeded: boolean;
  signedIn: SignedIn | null;
  waiting: Waiting | null;
  /** The server requires a newer version of the app. */
  isTooOld: boolean;
}

export interface SessionParts {
  /** The server's origin. */
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
  /** The person signed out: nothing of theirs may stay visible. */
  onGone(): void;
  onWaiting(now: Waiting, before: Waiting | null): void;
  onVerdict(id: string, verdict: Verdict): void;
  onKept(id: string, why: Obstacle): void;
  /** A text for the windows was stored. */
  onTyped(name: string, text: string): void;
}

/** The files stored per server. */
const KEPT_FILES = ['sign-in', 'answers', 'typed'] as const;
type KeptFile = (typeof KEPT_FILES)[number];

const fileOf = (folder: string, origin: string, name: KeptFile): string =>
  path.join(folder, `${name}-${createHash('sha256').update(origin).digest('hex').slice(0, 16)}.bin`);

const sealedFiles = ({ folder, origin, sealing }: SessionParts) => {
  const seal = (name: KeptFile, join?: Join) => createSealed(fileOf(folder, origin, name), sealing, join);
  return { signIn: seal('sign-in'), answers: seal('answers', joinAnswers), typed: seal('typed', joinTexts) };
};

/** Deletes everything stored for a server whose session is closed. */
export const forgetServerSession = async (folder: string, origin: string): Promise<void> =>
  void (await Promise.all(KEPT_FILES.map((name) => rm(fileOf(folder, origin, name), { force: true }))));

/** The longest wait for a sign-out or a change of server. */
const LEAVE_MS = 2_000;

/** Events that do not affect the inbox. */
const OTHER_EVENTS = new Set<EventName>(['message_delta', 'message_added', 'execution_changed', 'bye']);

export async function openServerSession(parts: SessionParts): Promise<ServerSession> {
  const { origin, servers, sealing, fetch, log, onChange, onGone } = parts;
  let isClosed = false;
  const person = () => here.state().signedIn?.account?.username ?? null;
  const look = watchSignOut(person, () => {
    watch.forget();
    onGone();
  });
  const onHere = (): void => {
    if (isClosed) return; // a sign-in finished after closing
    look();
    onChange();
  };
  const files = sealedFiles(parts);
  const config = () => servers.config(origin);
  const here = createSignedInPerson(
    createSignIn({ ...parts, config, cache: files.signIn, isKept: () => isSafe(sealing) }),
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
  const texts = createTextStore(files.typed);
  const answering = await createAnswering({ ...answeringParts(parts, texts), person, ask, sealed: files.answers });
  const listening = createListening({ ...parts, ask, ...eventHandlers(watch, answering) });

  const presence = createPresence({ here, listening, log, onChange });
  void presence.arrive(); // not awaited: an unresponsive server must not delay windows

  return {
    texts,
    answering,
    answer: answerOf(origin, here, listening, forward, askGraph),
    account: presence.account,
    arrive: presence.arrive,
    signIn: presence.signIn,
    async signOut() {
      await signOutAtServer(ask, answering);
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
      await texts.flush();
      await flushAnswers(answering);
      isClosed = true;
      answering.close();
    },
  };
}

/** On leaving, sends all answers without waiting for undo; those not sent in time wait until the person is back. */
const flushAnswers = (answering: Answering): Promise<void> =>
  pTimeout(answering.flush(), { milliseconds: LEAVE_MS, fallback: () => undefined });

/** The words of an answer that was not recorded become a draft, after what is already typed there. */
const answeringParts = (parts: SessionParts, texts: TextStore): SessionParts & Pick<AnsweringParts, 'giveBack'> => ({
  ...parts,
  async giveBack(id, typed, person) {
    const name = draftName(person, id);
    const text = withTyped((await texts.all())[name] ?? null, typed);
    if (await texts.put(name, text)) parts.onTyped(name, text);
    await texts.flush();
  },
});

const stateOf = (here: SignedInPerson, presence: Presence, listening: Listening, watch: InboxWatch): SessionState => ({
  ...here.state(),
  connection: presence.isUnknown() ? 'offline' : listening.state(),
  waiting: here.state().signedIn?.account ? watch.latest() : null,
  isTooOld: presence.isTooOld(),
});

async function signOutAtServer(ask: Ask, answering: Answering): Promise<void> {
  await flushAnswers(answering);
  // the server stops acting for this person; if the call fails, its tokens expire by themselves
  await ask('/sign-out', { method: 'POST', signal: AbortSignal.timeout(LEAVE_MS) }).catch(() => null);
}

/** @returns a function that calls `onGone` if the previous person is no longer signed in */
function watchSignOut(person: () => string | null, onGone: () => void): () => void {
  let last: string | null = null;
  return () => {
    const [before, now] = [last, person()];
    last = now;
    if (before !== null && before !== now) onGone();
  };
}

/**
 * Whether the call comes from a page loaded for another person or server. Until it reloads, it may still send old data.
 */
function isFromOldPage({ headers }: Request, origin: string, person: string): boolean {
  const [of, server] = [headers.get(PAGE_PERSON), headers.get(PAGE_SERVER)];
  return (of !== null && of !== encodeURIComponent(person)) || (server !== null && server !== origin);
}

const notYours = (): Response =>
  refusal(401, 'unauthenticated', 'This page is of somebody else, or of another server.');

/** Answers a window's call. */
function answerOf(
  origin: string,
  here: SignedInPerson,
  listening: Listening,
  forward: ServerSession['answer'],
  askGraph: ServerSession['answer'],
): ServerSession['answer'] {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (isFromOldPage(request, origin, here.state().signedIn?.account?.username ?? '')) return notYours();
    if (pathname.startsWith(`${GRAPH_PATH}/`)) return askGraph(request);
    const isStream = pathname === '/api/events';
    // without a sign-in, the server itself answers what is missing
    return (isStream && !here.state().isSignInNeeded && listening.copy(request)) || forward(request);
  };
}

/** Handlers for the events of the stream. */
const eventHandlers = (watch: InboxWatch, answering: Answering) => ({
  onEvent(event: EventName) {
    if (event === 'heartbeat') {
      void answering.send();
      if (watch.isBehind()) void watch.look();
    } else if (!OTHER_EVENTS.has(event)) void watch.look();
  },
  onMissed: () => void watch.look(),
});
