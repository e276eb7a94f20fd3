import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { PromptTemplate, RequestView } from '../../../contract/requests.ts';
import type { Option } from '../../../contract/variables.ts';
import { ApiProblem, type Api } from './client.ts';
import { KEYS, useApi, type Page } from './queries.ts';

const promptTemplateQuery = (api: Api, id: string) => ({
  queryKey: ['prompts', id],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    try {
      return await api.get<PromptTemplate>(`/prompts/${encodeURIComponent(id)}`, signal);
    } catch (error) {
      if (error instanceof ApiProblem && (error.status === 404 || error.status === 410)) return null;
      throw error;
    }
  },
  staleTime: Infinity, // it never changes: the request holds a snapshot
});

/** A prompt template; null if it no longer exists, which is not an error (behaviour 2.5). */
export const usePromptTemplate = (id: string) => useQuery(promptTemplateQuery(useApi(), id));

/** Prefetches what belongs to the next questions, so that they open without waiting. */
export function useQuestionsAhead(questions: readonly Pick<UserNotification, 'id' | 'promptTemplateId'>[]): void {
  const api = useApi();
  const queries = useQueryClient();
  const onAhead = useEffectEvent(() => {
    for (const { id, promptTemplateId } of questions) {
      void queries.prefetchQuery(promptTemplateQuery(api, promptTemplateId));
      void queries.prefetchQuery(requestQuery(api, id));
    }
  });
  const wanted = questions.map(({ id }) => id).join(' ');
  useEffect(() => onAhead(), [wanted]);
}

/** The options from a variable's `optionsSource`, resolved by the server. */
export const offeredOptionsQuery = (api: Api, templateId: string, variable: string) => ({
  queryKey: ['prompts', templateId, 'options', variable],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const path = `/prompts/${encodeURIComponent(templateId)}/options/${encodeURIComponent(variable)}`;
    return (await api.get<Page<Option>>(path, signal)).items;
  },
  staleTime: Infinity,
});

/** A request: who was asked and who answered. */
export const useRequest = (id: string) => useQuery(requestQuery(useApi(), id));

const requestQuery = (api: Api, id: string) => ({
  queryKey: [...KEYS.notifications, 'request', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get<RequestView>(`/requests/${encodeURIComponent(id)}`, signal),
});
