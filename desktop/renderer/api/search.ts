import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { SearchHit } from '../../../contract/search.ts';
import { KEYS, useApi, type Page } from './queries.ts';

/** Searches documents that the person may read, page by page; makes no call without words. */
export function useSearch(words: string) {
  const api = useApi();
  return useInfiniteQuery<Page<SearchHit>>({
    queryKey: ['search', words],
    queryFn: ({ pageParam }) => api.search({ query: words, ...(pageParam !== '' && { cursor: String(pageParam) }) }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: words !== '',
    retry: false,
    placeholderData: keepPreviousData, // keeps the previous results until the next arrive, while the person types
  });
}

/** Whether the person can search at all; the results do not matter. */
export function useOwnSearch() {
  const api = useApi();
  return useQuery({
    queryKey: [...KEYS.settings, 'search'],
    queryFn: async () => (await api.search({ query: 'handback' })).items.length,
    retry: false,
  });
}
