import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useApi, type Page } from './queries.ts';
import { queryOf } from './queryOf.ts';

/**
 * A list that is read page by page, newest first.
 *
 * @param key under which it is kept, together with what narrows it
 * @param isSteady what was found stays until the next is there, as somebody goes on typing
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
