import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProviderView, RegistrationHealth, SettingList, TestMessageResult } from '../../../contract/settings.ts';
import { KEYS, useApi } from './queries.ts';

const HEALTH_KEY = ['health'];
const providerPath = (channel: string): string => `/settings/providers/${encodeURIComponent(channel)}`;

/** All settings, with where each comes from. For administrators. */
export const useSettings = () => {
  const api = useApi();
  return useQuery({
    queryKey: KEYS.settings,
    queryFn: ({ signal }) => api.get<SettingList>('/settings', signal),
  });
};

/** Changes a channel. No mutation of the query client, which would remember what was typed. @throws ApiProblem */
export const useChangeProvider = (channel: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return async (patch: Record<string, unknown>): Promise<void> => {
    await api.send<ProviderView>('PATCH', providerPath(channel), patch);
    await queries.invalidateQueries({ queryKey: KEYS.settings });
  };
};

/** Sends the person a test message there. */
export const useTestMessage = (channel: string) => {
  const api = useApi();
  return useMutation({ mutationFn: () => api.send<TestMessageResult>('POST', `${providerPath(channel)}/test`) });
};

/** Which permissions the server registration has. */
export const useRegistrationHealth = () => {
  const api = useApi();
  return useQuery({
    queryKey: HEALTH_KEY,
    queryFn: ({ signal }) => api.get<RegistrationHealth>('/settings/health', signal),
  });
};

/** The same, past what the server remembers. */
export const useCheckAgain = () => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.get<RegistrationHealth>('/settings/health?isFresh=true'),
    onSuccess: (found) => queries.setQueryData(HEALTH_KEY, found),
  });
};
