import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InboxView, ViewBody } from '../../../contract/views.ts';
import { useAttemptKey } from './attemptKey.ts';
import { useApi } from './queries.ts';

const VIEWS = ['views'];

/** The person's named inbox filters, the same on all devices. */
export function useViews() {
  const api = useApi();
  return useQuery({ queryKey: VIEWS, queryFn: ({ signal }) => api.get<InboxView[]>('/user/views', signal) });
}

export function useViewActions() {
  const api = useApi();
  const queries = useQueryClient();
  const attempt = useAttemptKey();
  const onSettled = () => queries.invalidateQueries({ queryKey: VIEWS });
  return {
    save: useMutation({
      mutationFn: (body: ViewBody) => api.send('POST', '/user/views', body, attempt.headersFor(body)),
      onSuccess: () => attempt.succeeded(),
      onSettled,
    }),
    forget: useMutation({
      mutationFn: (id: string) => api.send('DELETE', `/user/views/${encodeURIComponent(id)}`),
      onSettled,
    }),
  };
}
