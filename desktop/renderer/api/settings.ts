import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  DeliveryEntry,
  ProviderView,
  RegistrationHealth,
  RoleHolderList,
  SettingList,
  TestMessageResult,
} from '../../../contract/settings.ts';
import { usePages } from './pages.ts';
import { KEYS, useApi } from './queries.ts';

/** What the server registration was granted. */
export const HEALTH_KEY = ['health'];
const ROLES_KEY = ['roles'];
const providerPath = (channel: string): string => `/settings/providers/${encodeURIComponent(channel)}`;

/** All settings, with where each comes from. For administrators. */
export const useSettings = () => {
  const api = useApi();
  return useQuery({
    queryKey: KEYS.settings,
    queryFn: ({ signal }) => api.getTagged<SettingList>('/settings', signal),
  });
};

/** Refused where settings were changed since they were read with this tag; null: they may have been. */
export const onlyIf = (etag: string | null): Record<string, string> => (etag === null ? {} : { 'if-match': etag });

/** Changes a channel. No mutation of the query client, which would remember what was typed. @throws ApiProblem */
export const useChangeProvider = (channel: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return async (patch: Record<string, unknown>, etag: string | null = null): Promise<void> => {
    await api.send<ProviderView>('PATCH', providerPath(channel), patch, onlyIf(etag));
    await queries.invalidateQueries({ queryKey: KEYS.settings });
  };
};

/** Changes other settings, in the same way. @throws ApiProblem */
export const useChangeSettings = () => {
  const api = useApi();
  const queries = useQueryClient();
  return async (changes: Record<string, unknown>, etag: string | null = null): Promise<void> => {
    await api.send<SettingList>('PATCH', '/settings', changes, onlyIf(etag));
    void queries.invalidateQueries({ queryKey: KEYS.documents }); // which ask Microsoft, and take their time
    await Promise.all([KEYS.settings, ROLES_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
};

/** Who has a role through a setting. */
export const useRoleHolders = () => {
  const api = useApi();
  return useQuery({
    queryKey: ROLES_KEY,
    queryFn: ({ signal }) => api.getTagged<RoleHolderList>('/settings/roles', signal),
  });
};

/** Messages to people, newest first; an empty filter narrows nothing. */
export const useDeliveries = (filter: { channel: string; state: string }) =>
  usePages<DeliveryEntry>(['deliveries'], '/deliveries', filter, true);

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
    onSuccess(found) {
      queries.setQueryData(HEALTH_KEY, found);
      if (found.isHealthy) void queries.invalidateQueries({ queryKey: KEYS.me }); // of whom nothing may have been known
    },
  });
};
