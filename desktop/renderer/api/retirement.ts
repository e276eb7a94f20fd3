import { useMutation, useQueryClient, type QueryKey, type UseMutationResult } from '@tanstack/react-query';
import type { FlowSummary } from '../../../contract/flows.ts';
import { CHAT_LISTS } from './chatLists.ts';
import { FLOW_LISTS, KEYS, useApi, useFlows, useRetiredFlows } from './queries.ts';

/** Retires something, and brings it back. */
export type Retirement = Record<'retire' | 'restore', UseMutationResult<unknown, Error, void>>;

export const useFlowRetirement = (id: string): Retirement =>
  useRetirement(`/flows/${encodeURIComponent(id)}`, FLOW_LISTS);

export const useChatRetirement = (id: string): Retirement =>
  useRetirement(`/chats/${encodeURIComponent(id)}`, CHAT_LISTS);

/** @param lists the keys of the list that it leaves and of the one that it comes to */
function useRetirement(path: string, { inUse, retired }: Record<'inUse' | 'retired', QueryKey>): Retirement {
  return {
    retire: useAction(`${path}/retire`, [retired, inUse]),
    restore: useAction(`${path}/restore`, [inUse, retired]),
  };
}

/** @param lists are read anew in this order: first the one that it comes to, so that it is always in one of them */
function useAction(path: string, lists: readonly QueryKey[]) {
  const api = useApi();
  const queries = useQueryClient();
  const readAgain = async (): Promise<void> => {
    for (const queryKey of lists) await queries.invalidateQueries({ queryKey, exact: true });
    await queries.invalidateQueries({ queryKey: KEYS.chats });
  };
  return useMutation({ mutationFn: () => api.send('POST', path), onSettled: () => void readAgain() });
}

/** A flow that the person may start or read, retired or not. */
export function useListedFlow(id: string) {
  const [flows, retired] = [useFlows(), useRetiredFlows()];
  const isIt = (flow: FlowSummary): boolean => flow.id === id;
  const flow = retired.data?.find(isIt) ?? flows.data?.find(isIt);
  return {
    flow,
    isPending: !flow && (flows.isPending || retired.isPending),
    /** Why it is not known whether there is such a flow; null if it is. */
    error: flow ? null : (flows.error ?? retired.error),
    refetch: (): void => void Promise.all([flows.refetch(), retired.refetch()]),
  };
}

/** The names of the flows that the person may start or read, retired ones last. */
export const useFlowNames = (): Pick<FlowSummary, 'id' | 'name'>[] => {
  const [flows, retired] = [useFlows(), useRetiredFlows()];
  return [...(flows.data ?? []), ...(retired.data ?? [])].map(({ id, name }) => ({ id, name }));
};
