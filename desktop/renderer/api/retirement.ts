import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { FlowSummary, SavedFlow } from '../../../contract/flows.ts';
import { FLOW_LISTS, KEYS, useApi, useFlows, useRetiredFlows } from './queries.ts';

/** Retires a flow. */
export const useRetireFlow = (id: string) => useChange(id, 'retire', [FLOW_LISTS.retired, FLOW_LISTS.inUse]);

/** Brings a retired flow back. */
export const useRestoreFlow = (id: string) => useChange(id, 'restore', [FLOW_LISTS.inUse, FLOW_LISTS.retired]);

/** @param lists are read anew in this order: first the one that the flow comes to, so that it is always in one of them */
function useChange(id: string, deed: 'retire' | 'restore', lists: readonly QueryKey[]) {
  const api = useApi();
  const queries = useQueryClient();
  const readAgain = async (): Promise<void> => {
    for (const queryKey of lists) await queries.invalidateQueries({ queryKey, exact: true });
    await queries.invalidateQueries({ queryKey: KEYS.chats });
  };
  return useMutation({
    mutationFn: () => api.send<SavedFlow>('POST', `/flows/${encodeURIComponent(id)}/${deed}`),
    onSettled: () => void readAgain(),
  });
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
