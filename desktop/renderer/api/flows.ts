import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FlowAccess, FlowAccessBody } from '../../../contract/flowAccess.ts';
import type { FlowVersion, SavedFlow } from '../../../contract/flows.ts';
import { ApiProblem, mayHaveArrived } from './apiProblem.ts';
import { useAttemptKey } from './attemptKey.ts';
import { KEYS, useApi } from './queries.ts';

const pathOf = (id: string): string => `/flows/${encodeURIComponent(id)}`;

/** A version of a flow with all its nodes; the newest by default. @param mayRead false: not loaded */
export const useFlow = (id: string, version: number | null, mayRead = true) => {
  const api = useApi();
  return useQuery({
    enabled: mayRead,
    queryKey: [...KEYS.flows, 'one', id, version],
    queryFn: ({ signal }) =>
      api.get<SavedFlow>(`${pathOf(id)}${version === null ? '' : `?version=${version}`}`, signal),
  });
};

const accessKey = (id: string) => [...KEYS.flows, 'access', id];

/** The access lists of a flow, read anew by every component that begins to show them. */
export const useFlowAccess = (id: string) => {
  const api = useApi();
  return useQuery({
    refetchOnMount: 'always',
    queryKey: accessKey(id),
    queryFn: ({ signal }) => api.get<FlowAccess>(`${pathOf(id)}/access`, signal),
  });
};

/** Replaces the access lists of a flow and reloads them, even if the server refuses. */
export const useSaveAccess = (id: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: FlowAccessBody) => api.send<FlowAccess>('PUT', `${pathOf(id)}/access`, body),
    onSettled: () => queries.invalidateQueries({ queryKey: KEYS.flows }),
  });
};

/** The versions of a flow, newest first. */
export const useFlowVersions = (id: string) => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [...KEYS.flows, 'versions', id],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({ limit: '20', ...(pageParam && { cursor: pageParam }) });
      return api.get<{ items: FlowVersion[]; nextCursor: string | null }>(`${pathOf(id)}/versions?${query}`, signal);
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
};

/**
 * Saves a definition: as the version after `after`, or as a new flow if `id` is null. Reloads the flow even if the
 * server refuses, because somebody else may have saved it. If no answer arrived, or the definition is refused because
 * it exists, it counts as saved if the stored one is identical: only the answer was lost.
 */
export const useSaveFlow = (id: string | null, isSame: (definition: unknown, saved: SavedFlow) => boolean) => {
  const api = useApi();
  const queries = useQueryClient();
  const attempt = useAttemptKey();
  const save = (definition: unknown, after: number | null): Promise<SavedFlow> =>
    id === null
      ? api.send<SavedFlow>('POST', '/flows', definition, attempt.headersFor(definition))
      : api.send<SavedFlow>('PUT', pathOf(id), following(after, definition));
  const savedBefore = async (error: unknown, definition: unknown, after: number | null): Promise<SavedFlow | null> => {
    const mayBeThere = mayHaveArrived(error) || (error instanceof ApiProblem && ALREADY_THERE.has(error.code));
    const own = id ?? (definition as { id?: unknown } | null)?.id;
    if (!mayBeThere || typeof own !== 'string') return null;
    const saved = await api.get<SavedFlow>(pathOf(own)).catch(() => null); // the person may not be allowed to see it
    return saved && saved.version !== after && isSame(definition, saved) ? saved : null;
  };
  return useMutation({
    mutationFn: ({ definition, after }: { definition: unknown; after: number | null }) =>
      save(definition, after).catch(async (error: unknown) => {
        const saved = await savedBefore(error, definition, after);
        if (saved) return saved;
        throw error;
      }),
    onSuccess: () => attempt.succeeded(),
    onSettled: () => queries.invalidateQueries({ queryKey: KEYS.flows }),
  });
};

const ALREADY_THERE: ReadonlySet<string> = new Set(['flow_exists', 'invalid_transition']);

/** Sends anything but an object unchanged; the server reports the fault. */
const following = (version: number | null, definition: unknown): unknown =>
  typeof definition === 'object' && definition !== null && !Array.isArray(definition) && version !== null
    ? { ...definition, version }
    : definition;

/** Resumes a failed execution from the step that failed. */
export const useRetryExecution = (id: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.send('POST', `/executions/${encodeURIComponent(id)}/retry`),
    onSettled: () => queries.invalidateQueries({ queryKey: KEYS.executions }),
  });
};
