import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SecretBody, SecretList, SecretSummary } from '../../../contract/secrets.ts';
import type { Api } from './client.ts';
import { KEYS, useApi } from './queries.ts';

const pathOf = (name: string): string => `/secrets/${encodeURIComponent(name)}`;

const secretsQuery = (api: Api) => ({
  queryKey: KEYS.secrets,
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await api.get<SecretList>('/secrets', signal)).items,
});

/** The person's own secrets, or everybody's for administrators, by name. */
export const useSecrets = () => useQuery(secretsQuery(useApi()));

/** Reads the list again, bypassing the cache. @throws ApiProblem */
export const useReadSecrets = () => {
  const api = useApi();
  const queries = useQueryClient();
  return (): Promise<SecretSummary[]> => queries.fetchQuery({ ...secretsQuery(api), staleTime: 0 });
};

/** Creates or changes a secret. Not a mutation of the query client, which would keep the value. @throws ApiProblem */
export const useSaveSecret = () => {
  const api = useApi();
  const queries = useQueryClient();
  return async (name: string, body: SecretBody): Promise<void> => {
    await api.send<SecretSummary>('PUT', pathOf(name), body);
    await queries.invalidateQueries({ queryKey: KEYS.secrets });
  };
};

export const useDeleteSecret = () => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.send<void>('DELETE', pathOf(name)),
    onSettled: () => queries.invalidateQueries({ queryKey: KEYS.secrets }),
  });
};
