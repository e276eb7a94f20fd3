import { useAnnounce } from '@fluentui/react-components';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type { Chat } from '../../../contract/chats.ts';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { ConnectionState } from '../api/events.ts';
import { patchNotification, PENDING, readSome, useInbox } from '../api/inbox.ts';
import { KEYS, useApi } from '../api/queries.ts';
import { createBrowserStorage } from '../browserStorage.ts';
import { useText } from '../text.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { createKept, type Kept } from './kept.ts';
import { createOutbox, type Outbox, type OutboxState, type Settled, type Submission } from './outbox.ts';
import { postingOf } from './posting.ts';

interface Answering {
  outbox: Outbox;
  drafts: Drafts;
  /** Messages that were begun, by the id of their chat. */
  messages: Kept<string>;
  /** Definitions that were not saved, by the id of their flow; that of a new one under no name. */
  definitions: Kept<UnsavedDefinition>;
  /** What was filled in about chats and not saved, by their id; that of a new one under no name. */
  chats: Kept<UnsavedChat>;
  /** Leaves nothing in this browser of what the person has typed. */
  forgetAll(): void;
}

export interface UnsavedDefinition {
  text: string;
  /** The version that the author changes; null in a new flow. */
  madeOn: number | null;
}

export interface UnsavedChat {
  /** The version that is changed; null in a new chat. */
  base: Chat | null;
  values: Record<string, unknown>;
}

const AnsweringContext = createContext<Answering | null>(null);

export function useAnswering(): Answering {
  const answering = useContext(AnsweringContext);
  if (!answering) throw new Error('useAnswering outside of AnsweringProvider');
  return answering;
}

export function useOutboxState(): OutboxState {
  const { outbox } = useAnswering();
  return useSyncExternalStore(outbox.subscribe, outbox.read);
}

/** What has become of the answer to a request that this browser was given; null when it holds none. */
export const useSubmission = (requestId: string): Submission | null =>
  useOutboxState().submissions.find((each) => each.requestId === requestId) ?? null;

interface Props {
  /** Whose drafts and answers these are. */
  person: string;
  connection: ConnectionState;
  children: ReactNode;
}

/** Keeps what a person types and sends, wherever in the client they are. */
export function AnsweringProvider({ person, connection, children }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const text = useText();
  const { announce } = useAnnounce();
  const onSettled = useEffectEvent((settled: Settled) => {
    if (settled.receipt) {
      announce(text('answer.recorded'));
      record(queries, settled);
    }
    void queries.invalidateQueries({ queryKey: KEYS.notifications });
    void queries.invalidateQueries({ queryKey: KEYS.executions });
  });
  const answering = useMemo(() => {
    const storage = createBrowserStorage(() => window.localStorage);
    const drafts = createDrafts(storage, person);
    const messages = createKept(storage, 'message', person, isText);
    const definitions = createKept(storage, 'definition', person, isDefinition);
    const chats = createKept(storage, 'chat', person, isUnsavedChat);
    const outbox = createOutbox({
      storage,
      person,
      ...postingOf(api),
      inTurn: (work) => navigator.locks.request(`handback.outbox.${person}`, () => work().finally(seenByAll)),
      later: (work, delayMs) => {
        const timer = setTimeout(work, delayMs);
        return () => clearTimeout(timer);
      },
      now: Date.now,
      random: Math.random,
    });
    const forgetAll = (): void => {
      outbox.empty();
      for (const kept of [drafts, messages, definitions, chats]) kept.clearAll();
    };
    return { drafts, messages, definitions, chats, outbox, forgetAll };
  }, [api, person]);
  const { outbox, drafts } = answering;

  useEffect(
    () =>
      outbox.listen((settled) => {
        if (settled.receipt) drafts.clear(settled.requestId);
        onSettled(settled);
      }),
    [outbox, drafts],
  );
  useEffect(() => watchPage(outbox), [outbox]);
  useEffect(() => {
    if (connection === 'live') void outbox.retry();
  }, [outbox, connection]);
  usePruning(answering);
  return <AnsweringContext value={answering}>{children}</AnsweringContext>;
}

/** What one page stores the others see a moment later: too late for whoever has the next turn at once. */
const seenByAll = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

const isText = (stored: unknown): stored is string => typeof stored === 'string';

const isDefinition = (stored: unknown): stored is UnsavedDefinition =>
  isText((stored as Partial<UnsavedDefinition> | null)?.text);

const isUnsavedChat = (stored: unknown): stored is UnsavedChat =>
  typeof (stored as Partial<UnsavedChat> | null)?.values === 'object';

/** Tells the outbox what happens to its page. */
function watchPage(outbox: Outbox): () => void {
  const page = new AbortController();
  const { signal } = page;
  const onHidden = (): void => {
    if (document.visibilityState === 'hidden') outbox.leave();
  };
  document.addEventListener('visibilitychange', onHidden, { signal });
  window.addEventListener('pagehide', () => outbox.leave(), { signal });
  window.addEventListener('online', () => void outbox.retry(), { signal });
  window.addEventListener('storage', (changed) => outbox.hear(changed), { signal });
  void outbox.flush();
  return () => {
    page.abort();
    outbox.stop();
  };
}

/** What the server has taken stands in the inbox at once, whatever becomes of the next look at it. */
function record(queries: QueryClient, { requestId, body, receipt }: Settled): void {
  if (body === undefined || receipt === null) return;
  patchNotification(queries, requestId, (each) => ({
    ...recorded(each, body),
    outcome: receipt.outcome ?? null,
    outcomeSaid: receipt.outcomeSaid,
    closedReason: receipt.status === 'completed' ? 'answered' : null,
  }));
}

function recorded({ inputType }: UserNotification, body: Submission['body']): Partial<UserNotification> {
  const values = typeof body === 'string' ? { value: body } : body.values;
  const response = inputType === 'form' ? JSON.stringify(values) : String(values['value']);
  return { status: 'completed', response, respondedAt: new Date().toISOString(), answeredIn: 'web' };
}

/** A draft goes when its question is answered, or has left the inbox; one that a conflict has overtaken stays readable. */
function usePruning({ outbox, drafts }: Answering): void {
  const api = useApi();
  const { dataUpdatedAt } = useInbox(PENDING);
  useEffect(() => {
    if (dataUpdatedAt === 0) return undefined;
    const given = new Set(outbox.read().submissions.map(({ requestId }) => requestId));
    const kept = new Set([...drafts.names(), ...given]);
    if (kept.size === 0) return undefined;
    const abort = new AbortController();
    const prune = (found: UserNotification[]): void => {
      const inbox = new Map(found.map((each) => [each.id, each]));
      const isIn = (id: string): boolean => !kept.has(id) || inbox.has(id); // one that was begun since is not known yet
      drafts.prune((id) => isIn(id) && (given.has(id) || (inbox.get(id)?.response ?? null) === null));
      outbox.prune(isIn);
    };
    void readSome(api, [...kept], abort.signal).then(prune, () => undefined); // the next look tells as well
    return () => abort.abort();
  }, [dataUpdatedAt, api, outbox, drafts]);
}
