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

/** The query key of the server registration's health. */
export const HEALTH_KEY = ['health'];
const ROLES_KEY = ['roles'];
const providerPath = (channel: string): string => `/settings/providers/${encodeURIComponent(channel)}`;

/** All settings, each with its source. For administrators. */
export const useSettings = () => {
  const api = useApi();
  return useQuery({
    queryKey: KEYS.settings,
    queryFn: ({ signal }) => api.getTagged<SettingList>('/settings', signal),
  });
};

/** Makes the server refuse if the settings changed since this tag; null: no check. */
export const onlyIf = (etag: string | null): Record<string, string> => (etag === null ? {} : { 'if-match': etag });

/** Changes a channel. Not a mutation of the query client, which would keep the typed values. @throws ApiProblem */
export const useChangeProvider = (channel: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return async (patch: Record<string, unknown>, etag: string | null = null): Promise<void> => {
    await api.send<ProviderView>('PATCH', providerPath(channel), patch, onlyIf(etag));
    await queries.invalidateQueries({ queryKey: KEYS.settings });
  };
};

/** Changes other settings, likewise. @throws ApiProblem */
export const useChangeSettings = () => {
  const api = useApi();
  const queries = useQueryClient();
  return async (changes: Record<string, unknown>, etag: string | null = null): Promise<void> => {
    await api.send<SettingList>('PATCH', '/settings', changes, onlyIf(etag));
    void queries.invalidateQueries({ queryKey: KEYS.documents }); // not awaited: these call Microsoft and are slow
    await Promise.all([KEYS.settings, ROLES_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
};

/** The role holders from settings. */
export const useRoleHolders = () => {
  const api = useApi();
  return useQuery({
    queryKey: ROLES_KEY,
    queryFn: ({ signal }) => api.getTagged<RoleHolderList>('/settings/roles', signal),
  });
};

/** Messages to people, newest first; an empty filter does not filter. */
export const useDeliveries = (filter: { channel: string; state: string }) =>
  usePages<DeliveryEntry>(['deliveries'], '/deliveries', filter, true);

/** Sends the person a test message on a channel. */
export const useTestMessage = (channel: string) => {
  const api = useApi();
  return useMutation({ mutationFn: () => api.send<TestMessageResult>('POST', `${providerPath(channel)}/test`) });
};

/** The health of the server registration, with its permissions. */
export const useRegistrationHealth = () => {
  const api = useApi();
  return useQuery({
    queryKey: HEALTH_KEY,
    queryFn: ({ signal }) => api.get<RegistrationHealth>('/settings/health', signal),
  });
};

/** The same, bypassing the server's cache. */
export const useCheckAgain = () => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.get<RegistrationHealth>('/settings/health?isFresh=true'),
    onSuccess(found) {
      queries.setQueryData(HEALTH_KEY, found);
      if (found.isHealthy) void queries.invalidateQueries({ queryKey: KEYS.me }); // roles may have been unknown before
    },
  });
};
