import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ExecutionCounts, ExecutionSummary, ExecutionView } from '../../../contract/executions.ts';
import { dayStart } from '../dayStart.ts';
import type { ExecutionFilter } from '../routes.ts';
import { mayHaveArrived } from './apiProblem.ts';
import { useAttemptKey } from './attemptKey.ts';
import { KEYS, useApi, type Page } from './queries.ts';

/** The API's query; includes all of the last day. */
function searchOf({ flow, startedBy, waitsFor, from, to, ...said }: ExecutionFilter): URLSearchParams {
  const asked = {
    ...said,
    flowId: flow,
    startedBy: startedBy?.id,
    waitsFor: waitsFor?.id,
    startedFrom: from && dayStart(from),
    startedBefore: to && dayStart(to, 1),
  };
  return new URLSearchParams(Object.entries(asked).flatMap(([name, value]) => (value?.trim() ? [[name, value]] : [])));
}

export const useExecutions = (filter: ExecutionFilter) => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [...KEYS.executions, 'list', filter],
    placeholderData: keepPreviousData,
    queryFn: ({ signal, pageParam }) => {
      const query = searchOf(filter);
      query.set('limit', '30');
      if (pageParam) query.set('cursor', pageParam);
      return api.get<Page<ExecutionSummary>>(`/executions?${query}`, signal);
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
};

/** The number of executions that may need attention. Optional: undefined while unknown. */
export const useExecutionCounts = ({ status: _, q: __, ...filter }: ExecutionFilter): ExecutionCounts | undefined => {
  const api = useApi();
  return useQuery({
    queryKey: [...KEYS.executions, 'counts', filter],
    queryFn: ({ signal }) => api.get<ExecutionCounts>(`/executions/counts?${searchOf(filter)}`, signal),
    placeholderData: keepPreviousData,
  }).data;
};

export const useExecution = (id: string) => {
  const api = useApi();
  return useQuery({
    queryKey: [...KEYS.executions, 'one', id],
    queryFn: ({ signal }) => api.get<ExecutionView>(`/executions/${encodeURIComponent(id)}`, signal),
  });
};

export const useStartFlow = (flowId: string) => {
  const api = useApi();
  const queries = useQueryClient();
  const attempt = useAttemptKey();
  return useMutation({
    mutationFn: async (variables: Record<string, unknown>) => {
      const body = { variables };
      const path = `/flows/${encodeURIComponent(flowId)}/executions`;
      const started = await api.send<{ executionId: string }>('POST', path, body, attempt.headersFor(body));
      attempt.succeeded();
      return started;
    },
    // repeating it with its key is harmless
    retry: (failures, error) => failures < 3 && mayHaveArrived(error),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEYS.executions }),
  });
};

export const useCancelExecution = (id: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.send('POST', `/executions/${encodeURIComponent(id)}/cancel`),
    onSettled: () => queries.invalidateQueries({ queryKey: KEYS.executions }),
  });
};
