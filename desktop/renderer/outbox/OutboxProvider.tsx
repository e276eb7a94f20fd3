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
import type { ConnectionState } from '../../eventStream.ts';
import { createGathering } from '../api/gather.ts';
import { patchNotification, PENDING, readSome, useInbox } from '../api/inbox.ts';
import { KEYS, useApi } from '../api/queries.ts';
import { useText } from '../text.ts';
import { useDrafts } from '../drafts/DraftsProvider.tsx';
import type { Drafts } from '../drafts/drafts.ts';
import { createOutbox, type Outbox, type OutboxState, type Settled, type Submission } from './outbox.ts';
import { postingOf } from './posting.ts';
import { useTypedStorage } from '../useTypedStorage.ts';

const OutboxContext = createContext<Outbox | null>(null);

export function useOutbox(): Outbox {
  const outbox = useContext(OutboxContext);
  if (!outbox) throw new Error('useOutbox outside of OutboxProvider');
  return outbox;
}

export function useOutboxState(): OutboxState {
  const outbox = useOutbox();
  return useSyncExternalStore(outbox.subscribe, outbox.read);
}

/** This browser's unsettled answer to a request, or null. */
export const useSubmission = (requestId: string): Submission | null =>
  useOutboxState().submissions.find((each) => each.requestId === requestId) ?? null;

interface Props {
  /** The owner of the answers. */
  person: string;
  connection: ConnectionState;
  children: ReactNode;
}

/** Stores a person's answers until the server has them, on all pages of the client. */
export function OutboxProvider({ person, connection, children }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const text = useText();
  const { announce } = useAnnounce();
  const readSoon = useMemo(
    () => createGathering<readonly string[]>((queryKey) => void queries.invalidateQueries({ queryKey })),
    [queries],
  );
  const onSettled = useEffectEvent((settled: Settled) => {
    if (settled.receipt) {
      announce(text('answer.recorded'));
      record(queries, settled);
    }
    readSoon(KEYS.notifications);
    readSoon(KEYS.executions);
  });
  const storage = useTypedStorage();
  const outbox = useMemo(
    () =>
      createOutbox({
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
      }),
    [api, person, storage],
  );
  const { answers } = useDrafts();

  useEffect(
    () =>
      outbox.listen((settled) => {
        if (settled.receipt) answers.clear(settled.requestId);
        onSettled(settled);
      }),
    [outbox, answers],
  );
  useEffect(() => watchPage(outbox), [outbox]);
  useEffect(() => {
    if (connection === 'live') void outbox.retry();
  }, [outbox, connection]);
  usePruning(outbox, answers);
  return <OutboxContext value={outbox}>{children}</OutboxContext>;
}

/** Waits until other pages see what this one stored; otherwise the page with the next turn would miss it. */
const seenByAll = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

/** Reports page events to the outbox. */
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

/** An answer that is sent again may hear how its question has ended since. */
function closedReasonIn({ status }: Receipt): UserNotification['closedReason'] {
  if (status === 'waiting') return null;
  return status === 'completed' ? 'answered' : status;
}

/** Shows an accepted answer in the inbox at once, without waiting for the next read. */
function record(queries: QueryClient, { requestId, body, receipt }: Settled): void {
  if (body === undefined || receipt === null) return;
  patchNotification(queries, requestId, (each) => ({
    ...recorded(each, body),
    outcome: receipt.outcome ?? null,
    outcomeSaid: receipt.outcomeSaid,
    closedReason: closedReasonIn(receipt),
  }));
}

function recorded({ inputType }: UserNotification, body: Submission['body']): Partial<UserNotification> {
  const values = typeof body === 'string' ? { value: body } : body.values;
  const response = inputType === 'form' ? JSON.stringify(values) : String(values['value']);
  return { status: 'completed', response, respondedAt: new Date().toISOString(), answeredIn: 'web' };
}

/**
 * Deletes a draft when its question is answered or leaves the inbox; a draft of a conflicting answer stays readable.
 */
function usePruning(outbox: Outbox, drafts: Drafts): void {
  const api = useApi();
  const { dataUpdatedAt } = useInbox(PENDING);
  useEffect(() => {
    if (dataUpdatedAt === 0) return undefined;
    const { submissions } = outbox.read();
    const given = new Set(submissions.map(({ requestId }) => requestId));
    const refused = submissions.filter(({ refusal }) => refusal !== null).map(({ requestId }) => requestId);
    const kept = new Set([...drafts.names(), ...refused]);
    if (kept.size === 0) return undefined;
    const abort = new AbortController();
    const prune = (found: UserNotification[]): void => {
      const inbox = new Map(found.map((each) => [each.id, each]));
      const isIn = (id: string): boolean => !kept.has(id) || inbox.has(id); // newer drafts were not asked for
      drafts.prune((id) => isIn(id) && (given.has(id) || (inbox.get(id)?.response ?? null) === null));
      outbox.prune(isIn);
    };
    void readSome(api, [...kept], abort.signal).then(prune, () => undefined); // repeated with the next read
    return () => abort.abort();
  }, [dataUpdatedAt, api, outbox, drafts]);
}
