import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FaultyDocument, IndexedSourceList } from '../../../contract/indexing.ts';
import { usePages } from './pages.ts';
import { KEYS, useApi } from './queries.ts';

const KEY = [...KEYS.documents, 'indexing'];
const PATH = '/admin/documents/indexing';
/** The poll interval, so that progress is visible. */
const LOOK_EVERY_MS = 10_000;

/** The indexing progress of document libraries. */
export const useIndexing = () => {
  const api = useApi();
  return useQuery({
    queryKey: [...KEY, 'sources'],
    queryFn: ({ signal }) => api.get<IndexedSourceList>(PATH, signal),
    refetchInterval: LOOK_EVERY_MS,
  });
};

/** Documents of a library that have a fault. */
export const useFaultyDocuments = (source: string) =>
  usePages<FaultyDocument>([...KEY, 'faults'], `${PATH}/faults`, { source });

/** Reads changes now. @param source undefined: of all sources */
export const useReadNow = (source?: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.send<void>('POST', `${PATH}/read`, source === undefined ? {} : { source }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
};

/** Reads a library from the start. @throws ApiProblem */
export const useReindex = (source: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return async (): Promise<void> => {
    await api.send<void>('POST', `${PATH}/read-anew`, { source });
    await queries.invalidateQueries({ queryKey: KEY });
  };
};
