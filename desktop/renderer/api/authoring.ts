import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { CheckedFlow, NodeTypeList } from '../../../contract/nodeTypes.ts';
import type { PreviewBody, QuestionPreview } from '../../../contract/previews.ts';
import type { TrialBody, TriedFlow } from '../../../contract/trials.ts';
import { KEYS, useApi } from './queries.ts';

/** The server's node types; they only change with its version. */
export const useNodeTypes = () => {
  const api = useApi();
  return useQuery({
    queryKey: [...KEYS.authoring, 'nodeTypes'],
    queryFn: ({ signal }) => api.get<NodeTypeList>('/node-types', signal),
    staleTime: Infinity,
  });
};

/** The faults for which saving this definition would be refused. @param definition null: nothing to check */
export const useCheckedFlow = (definition: { text: string; value: unknown } | null) => {
  const api = useApi();
  return useQuery({
    enabled: definition !== null,
    queryKey: [...KEYS.authoring, 'check', definition?.text],
    queryFn: async () => ({
      ...(await api.send<CheckedFlow>('POST', '/flows/check', definition?.value)),
      of: definition!,
    }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
};

/** Runs a trial of a flow with its author's values; nobody is asked. */
export const useTryFlow = () => {
  const api = useApi();
  return useMutation({ mutationFn: (body: TrialBody) => api.send<TriedFlow>('POST', '/flows/try', body) });
};

/** A question as each channel would show it. @param body null: nothing to show */
export const usePreview = (body: PreviewBody | null) => {
  const api = useApi();
  return useQuery({
    enabled: body !== null,
    queryKey: [...KEYS.authoring, 'preview', body],
    queryFn: () => api.send<QuestionPreview>('POST', '/flows/preview', body),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
};
