import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SentQuery, SentRequest } from '../../../contract/sent.ts';
import { usePages } from './pages.ts';
import { KEYS, useApi } from './queries.ts';

const SENT = [...KEYS.executions, 'asked'];

/** The questions the person asked, page by page. */
export const useAsked = (status: SentQuery['status']) => usePages<SentRequest>(SENT, '/user/requests', { status });

/** The actions on a question that the person asked. */
export function useAskedActions(id: string) {
  const api = useApi();
  const queries = useQueryClient();
  const path = `/requests/${encodeURIComponent(id)}`;
  const onSettled = () => queries.invalidateQueries({ queryKey: KEYS.executions });
  return {
    nudge: useMutation({ mutationFn: () => api.send('POST', `${path}/nudge`), onSettled }),
    withdraw: useMutation({
      mutationFn: (reason: string) => api.send('POST', `${path}/withdraw`, { reason }),
      onSettled,
    }),
  };
}
