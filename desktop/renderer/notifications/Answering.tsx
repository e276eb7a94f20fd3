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
import type { UserNotification } from '../../../contract/notifications.ts';
import type { Receipt } from '../../../contract/payload.ts';
import type { ConnectionState } from '../api/events.ts';
import { INBOX, KEYS, useApi, useNotifications } from '../api/queries.ts';
import { useText } from '../text.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { createKept, type Kept } from './kept.ts';
import { createOutbox, type NewSubmission, type Outbox, type OutboxState, type Submission } from './outbox.ts';
import { postingOf } from './posting.ts';

interface Answering {
  outbox: Outbox;
  drafts: Drafts;
  /** Messages that were begun, by the id of their chat. */
  messages: Kept<string>;
  /** Definitions that were not saved, by the id of their flow; that of a new one under no name. */
  definitions: Kept<UnsavedDefinition>;
  /** Leaves nothing in this browser of what the person has typed. */
  forgetAll(): void;
  /** Sends an answer that nothing may keep, now or never. @throws ApiProblem */
  sendUnkept(submission: NewSubmission): Promise<void>;
}

export interface UnsavedDefinition {
  text: string;
  /** The version that the author changes; null in a new flow. */
  madeOn: number | null;
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
  const onSettled = useEffectEvent((submission: Submission, receipt: Receipt | null) => {
    if (receipt) {
      announce(text('answer.recorded'));
      record(queries, submission, receipt);
    }
    lookAgain(queries);
  });
  const answering = useMemo(() => {
    const posting = postingOf(api);
    const drafts = createDrafts(window.localStorage, person);
    const messages = createKept(window.localStorage, 'message', person, isText);
    const definitions = createKept(window.localStorage, 'definition', person, isDefinition);
    const outbox = createOutbox({
      storage: window.localStorage,
      person,
      ...posting,
      inTurn: (work) => navigator.locks.request(`handback.outbox.${person}`, work),
      later: (work, delayMs) => {
        const timer = setTimeout(work, delayMs);
        return () => clearTimeout(timer);
      },
      now: Date.now,
      random: Math.random,
    });
    const sendUnkept = async (submission: NewSubmission): Promise<void> => {
      await posting.send(submission).finally(() => lookAgain(queries));
      drafts.clear(submission.requestId);
    };
    const forgetAll = (): void => {
      outbox.empty();
      for (const kept of [drafts, messages, definitions]) kept.clearAll();
    };
    return { drafts, messages, definitions, outbox, sendUnkept, forgetAll };
  }, [api, queries, person]);
  const { outbox, drafts } = answering;

  useEffect(
    () =>
      outbox.listen((submission, receipt) => {
        if (receipt) drafts.clear(submission.requestId);
        onSettled(submission, receipt);
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

const isText = (stored: unknown): stored is string => typeof stored === 'string';

const isDefinition = (stored: unknown): stored is UnsavedDefinition =>
  isText((stored as Partial<UnsavedDefinition> | null)?.text);

function lookAgain(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: KEYS.notifications });
  void queries.invalidateQueries({ queryKey: KEYS.executions });
}

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
  window.addEventListener('storage', () => outbox.reread(), { signal });
  void outbox.flush();
  return () => {
    page.abort();
    outbox.stop();
  };
}

/** What the server has taken stands in the inbox at once, whatever becomes of the next look at it. */
function record(queries: QueryClient, { requestId, body }: Submission, { status, outcome }: Receipt): void {
  queries.setQueryData<UserNotification[]>(INBOX, (all) =>
    all?.map((each) =>
      each.id === requestId
        ? {
            ...each,
            ...recorded(each, body),
            outcome: outcome ?? null,
            closedReason: status === 'completed' ? 'answered' : null,
          }
        : each,
    ),
  );
}

function recorded({ inputType }: UserNotification, body: Submission['body']): Partial<UserNotification> {
  const values = typeof body === 'string' ? { value: body } : body.values;
  const response = inputType === 'form' ? JSON.stringify(values) : String(values['value']);
  return { status: 'completed', response, respondedAt: new Date().toISOString(), answeredIn: 'web' };
}

/** A draft goes when its question is answered, or has left the inbox; one that a conflict has overtaken stays readable. */
function usePruning({ outbox, drafts }: Answering): void {
  const { data } = useNotifications();
  useEffect(() => {
    if (!data) return;
    const inbox = new Map(data.map((each) => [each.id, each]));
    const refused = new Set(outbox.read().submissions.map(({ requestId }) => requestId));
    drafts.prune((id) => inbox.has(id) && (refused.has(id) || inbox.get(id)?.response === null));
    outbox.prune((id) => inbox.has(id));
  }, [data, outbox, drafts]);
}
