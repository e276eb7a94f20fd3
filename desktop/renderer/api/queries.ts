import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useRef } from 'react';
import type { ExecutionSummary, ExecutionView } from '../../../contract/executions.ts';
import type { FlowSummary } from '../../../contract/flows.ts';
import type { Me } from '../../../contract/people.ts';
import type { PromptTemplate, RequestView } from '../../../contract/requests.ts';
import type { Option } from '../../../contract/variables.ts';
import { ApiProblem, type Api } from './client.ts';

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

const ApiContext = createContext<Api | null>(null);
export const ApiProvider = ApiContext.Provider;

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error('useApi outside of ApiProvider');
  return api;
}

/** Names of what is kept; everything below a name goes stale with it. */
export const KEYS = {
  me: ['me'],
  notifications: ['notifications'],
  flows: ['flows'],
  executions: ['executions'],
  chats: ['chats'],
  assignments: ['assignments'],
  secrets: ['secrets'],
} as const;

export const useMe = () => {
  const api = useApi();
  return useQuery({ queryKey: KEYS.me, queryFn: ({ signal }) => api.get<Me>('/me', signal), staleTime: 300_000 });
};

/** The template of a prompt; null when there is none any more, which is no error (behaviour 2.5). */
export const usePromptTemplate = (id: string) => {
  const api = useApi();
  return useQuery({
    queryKey: ['prompts', id],
    queryFn: async ({ signal }) => {
      try {
        return await api.get<PromptTemplate>(`/prompts/${encodeURIComponent(id)}`, signal);
      } catch (error) {
        if (error instanceof ApiProblem && (error.status === 404 || error.status === 410)) return null;
        throw error;
      }
    },
    staleTime: Infinity, // it never changes: the request holds a snapshot
  });
};

/** What the `optionsSource` of a variable offers, resolved by the server. */
export const offeredOptionsQuery = (api: Api, templateId: string, variable: string) => ({
  queryKey: ['prompts', templateId, 'options', variable],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const path = `/prompts/${encodeURIComponent(templateId)}/options/${encodeURIComponent(variable)}`;
    return (await api.get<Page<Option>>(path, signal)).items;
  },
  staleTime: Infinity,
});

/** Who was asked and who has answered. */
export const useRequest = (id: string) => {
  const api = useApi();
  return useQuery({
    queryKey: [...KEYS.notifications, 'request', id],
    queryFn: ({ signal }) => api.get<RequestView>(`/requests/${encodeURIComponent(id)}`, signal),
  });
};

/** All of a list, page after page. */
export async function everyItem<Item>(api: Api, path: string, signal: AbortSignal): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const after = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page: Page<Item> = await api.get(`${path}?limit=200${after}`, signal);
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}

export const useFlows = () => {
  const api = useApi();
  return useQuery({
    queryKey: KEYS.flows,
    queryFn: ({ signal }) => everyItem<FlowSummary>(api, '/flows', signal),
  });
};

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
