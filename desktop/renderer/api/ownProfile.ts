import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnProfile } from '../../../contract/profiles.ts';
import { KEYS, useApi } from './queries.ts';

const OWN = [...KEYS.me, 'profile'];

export const useOwnProfile = () => {
  const api = useApi();
  return useQuery({ queryKey: OWN, queryFn: ({ signal }) => api.get<OwnProfile>('/me/profile', signal) });
};

/** Makes the server read the directory now. */
export function useRefreshProfile() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.send<OwnProfile>('POST', '/me/profile', { refresh: true }),
    onSuccess: (profile) => client.setQueryData(OWN, profile),
  });
}
