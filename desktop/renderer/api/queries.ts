import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { FlowSummary } from '../../../contract/flows.ts';
import type { Me } from '../../../contract/people.ts';
import type { Api } from './api.ts';

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

/** Query keys; invalidating a key also invalidates all keys below it. */
export const KEYS = {
  me: ['me'],
  profiles: ['profiles'],
  notifications: ['notifications'],
  flows: ['flows'],
  authoring: ['authoring'],
  executions: ['executions'],
  chats: ['chats'],
  assignments: ['assignments'],
  secrets: ['secrets'],
  audit: ['audit'],
  settings: ['settings'],
  setup: ['setup'],
  documents: ['documents'],
} as const;

export const useMe = () => {
  const api = useApi();
  return useQuery({ queryKey: KEYS.me, queryFn: ({ signal }) => api.get<Me>('/me', signal), staleTime: 300_000 });
};

/** Reads all pages of a list. */
export async function everyItem<Item>(api: Api, path: string, signal: AbortSignal): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const after = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page: Page<Item> = await api.get(`${path}${path.includes('?') ? '&' : '?'}limit=200${after}`, signal);
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}

/** The keys of the two lists of flows. */
export const FLOW_LISTS = { inUse: KEYS.flows, retired: [...KEYS.flows, 'retired'] } as const;

/** The flows that the person may start or read, without retired ones. */
export const useFlows = () => {
  const api = useApi();
  return useQuery({
    queryKey: FLOW_LISTS.inUse,
    queryFn: ({ signal }) => everyItem<FlowSummary>(api, '/flows', signal),
  });
};

/** The retired flows that the person may read. */
export const useRetiredFlows = () => {
  const api = useApi();
  return useQuery({
    queryKey: FLOW_LISTS.retired,
    queryFn: ({ signal }) => everyItem<FlowSummary>(api, '/flows?retired=true', signal),
  });
};
