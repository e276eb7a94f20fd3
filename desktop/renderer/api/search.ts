import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { SearchHit } from '../../../contract/search.ts';
import { KEYS, useApi, type Page } from './queries.ts';

/** Documents that the person may read, page by page; nothing is asked for without words. */
export function useSearch(words: string) {
  const api = useApi();
  return useInfiniteQuery<Page<SearchHit>>({
    queryKey: ['search', words],
    queryFn: ({ pageParam }) => api.search({ query: words, ...(pageParam !== '' && { cursor: String(pageParam) }) }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: words !== '',
    retry: false,
    placeholderData: keepPreviousData, // what was found stays until the next is there, as somebody goes on typing
  });
}

/** Whether the person can search at all: what is found does not matter. */
export function useOwnSearch() {
  const api = useApi();
  return useQuery({
    queryKey: [...KEYS.settings, 'search'],
    queryFn: async () => (await api.search({ query: 'handback' })).items.length,
    retry: false,
  });
}
