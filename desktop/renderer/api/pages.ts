import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useApi, type Page } from './queries.ts';
import { queryOf } from './queryOf.ts';

/**
 * A list that is read page by page, newest first.
 *
 * @param key of the query cache, to which the search is added
 * @param isSteady keeps the previous results until the next arrive, while the person types
 */
export function usePages<Item>(key: readonly unknown[], path: string, search: object, isSteady = false) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [...key, search],
    queryFn: ({ signal, pageParam }) =>
      api.get<Page<Item>>(`${path}?${queryOf(search, { limit: '50', cursor: pageParam })}`, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    ...(isSteady && { placeholderData: keepPreviousData }),
  });
}
