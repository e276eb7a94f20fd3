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

/** Which sites the document-site registration may read, with their libraries. */
export const useSites = () => {
  const api = useApi();
  return useQuery({
    queryKey: SITES_KEY,
    queryFn: ({ signal }) => api.get<SiteList>(`${PATH}/sites`, signal),
    retry: false,
  });
};

/** Tries a registration; the lists are read anew, as what was wrong may be right now. */
export const useTestConnection = (registration: SiteRegistrationName) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.send<SiteConnection>('POST', `${PATH}/check`, { registration }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEYS.documents }),
  });
};

/** Sites that were granted. */
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
  return async (site: string): Promise<void> => {
    await api.send<SiteGrantView>('POST', `${PATH}/grants`, { site });
    await queries.invalidateQueries({ queryKey: KEYS.documents });
  };
};

/** Takes access to a site back. @throws ApiProblem */
export const useRevokeSite = () => {
  const api = useApi();
  const queries = useQueryClient();
  return async (site: string): Promise<void> => {
    await api.send<SiteGrantView>('DELETE', `${PATH}/grants?site=${encodeURIComponent(site)}`);
    await queries.invalidateQueries({ queryKey: KEYS.documents });
  };
};

/** Makes the key for scripts. No mutation of the query client, which would remember the key. @throws ApiProblem */
export const useMakeApiKey = () => {
  const api = useApi();
  const queries = useQueryClient();
  return async (etag: string | null): Promise<string> => {
    try {
      return (await api.send<ApiKeyView>('PUT', `${PATH}/api-key`, {}, onlyIf(etag))).key;
    } finally {
      await queries.invalidateQueries({ queryKey: KEYS.settings }); // also where somebody else was faster
    }
  };
};

/** Takes the key back. @throws ApiProblem */
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
