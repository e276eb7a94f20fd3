import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ExecutionSummary, ExecutionView } from '../../../contract/executions.ts';
import { ApiProblem } from './client.ts';
import { KEYS, useApi, type Page } from './queries.ts';

export const useExecutions = (flowId?: string) => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [...KEYS.executions, 'list', flowId ?? null],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({ limit: '30' });
      if (flowId) query.set('flowId', flowId);
      if (pageParam) query.set('cursor', pageParam);
      return api.get<Page<ExecutionSummary>>(`/executions?${query}`, signal);
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
};

export const useExecution = (id: string) => {
  const api = useApi();
  return useQuery({
    queryKey: [...KEYS.executions, 'one', id],
    queryFn: ({ signal }) => api.get<ExecutionView>(`/executions/${encodeURIComponent(id)}`, signal),
  });
};

/** Nobody knows, or the server was busy: to send it again with its key can do no harm. */
const mayHaveArrived = (error: Error): boolean =>
  error instanceof ApiProblem && (error.code === 'unreachable' || error.code === 'unavailable');

export const useStartFlow = (flowId: string) => {
  const api = useApi();
  const queries = useQueryClient();
  const attempt = useRef<{ variables: string; key: string } | null>(null);
  /** The same start has the same key until it has succeeded: the one before may have arrived. */
  const keyOf = (variables: Record<string, unknown>): string => {
    const text = JSON.stringify(variables);
    if (attempt.current?.variables !== text) attempt.current = { variables: text, key: crypto.randomUUID() };
    return attempt.current.key;
  };
  return useMutation({
    mutationFn: async (variables: Record<string, unknown>) => {
      const headers = { 'idempotency-key': keyOf(variables) };
      const path = `/flows/${encodeURIComponent(flowId)}/executions`;
      const started = await api.send<{ executionId: string }>('POST', path, { variables }, headers);
      attempt.current = null;
      return started;
    },
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
