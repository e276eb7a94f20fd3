import { useQuery } from '@tanstack/react-query';
import type { ClientConfig } from '../../../contract/client.ts';
import { getPublic } from './client.ts';

/** What this installation is able to do; undefined until that is known. */
export const useFeatures = (): ClientConfig['features'] | undefined =>
  useQuery({
    queryKey: ['features'],
    queryFn: async () => (await getPublic<ClientConfig>('/client-config')).features,
    staleTime: Infinity,
  }).data;
