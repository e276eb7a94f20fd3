import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  ApiKeyView,
  SiteConnection,
  SiteGrantList,
  SiteGrantView,
  SiteList,
  SiteRegistrationName,
} from '../../../contract/documents.ts';
import { KEYS, useApi } from './queries.ts';
import { onlyIf } from './settings.ts';

const SITES_KEY = [...KEYS.documents, 'sites'];
const GRANTS_KEY = [...KEYS.documents, 'grants'];
const PATH = '/admin/documents';

/** The sites that the document-site registration may read, with their libraries. */
export const useSites = () => {
  const api = useApi();
  return useQuery({
    queryKey: SITES_KEY,
    queryFn: ({ signal }) => api.get<SiteList>(`${PATH}/sites`, signal),
    retry: false,
  });
};

/** Tests a registration and reloads the lists, because an earlier fault may be fixed now. */
export const useTestConnection = (registration: SiteRegistrationName) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.send<SiteConnection>('POST', `${PATH}/check`, { registration }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEYS.documents }),
  });
};

/** The granted sites. */
export const useSiteGrants = () => {
  const api = useApi();
  return useQuery({
    queryKey: GRANTS_KEY,
    queryFn: ({ signal }) => api.get<SiteGrantList>(`${PATH}/grants`, signal),
    retry: false,
  });
};

/** Grants a site, by its address or id. @throws ApiProblem */
export const useGrantSite = () => {
  const api = useApi();
  const queries = useQueryClient();
  return async (site: string): Promise<SiteGrantView> => {
    const granted = await api.send<SiteGrantView>('POST', `${PATH}/grants`, { site });
    await queries.invalidateQueries({ queryKey: KEYS.documents });
    return granted;
  };
};

/** Revokes access to a site. @throws ApiProblem */
export const useRevokeSite = () => {
  const api = useApi();
  const queries = useQueryClient();
  return async (site: string): Promise<void> => {
    await api.send<SiteGrantView>('DELETE', `${PATH}/grants?site=${encodeURIComponent(site)}`);
    await queries.invalidateQueries({ queryKey: KEYS.documents });
  };
};

/** Creates the key for scripts. Not a mutation of the query client, which would keep the key. @throws ApiProblem */
export const useMakeApiKey = () => {
  const api = useApi();
  const queries = useQueryClient();
  return async (etag: string | null): Promise<string> => {
    try {
      return (await api.send<ApiKeyView>('PUT', `${PATH}/api-key`, {}, onlyIf(etag))).key;
    } finally {
      await queries.invalidateQueries({ queryKey: KEYS.settings }); // also if somebody else changed them first
    }
  };
};

/** Revokes the key. @throws ApiProblem */
export const useRevokeApiKey = () => {
  const api = useApi();
  const queries = useQueryClient();
  return async (etag: string | null): Promise<void> => {
    try {
      await api.send<void>('DELETE', `${PATH}/api-key`, undefined, onlyIf(etag));
    } finally {
      await queries.invalidateQueries({ queryKey: KEYS.settings });
    }
  };
};
