import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SentQuery, SentRequest, UnansweredPage } from '../../../contract/sent.ts';
import { usePages } from './pages.ts';
import { KEYS, useApi } from './queries.ts';

const SENT = [...KEYS.executions, 'asked'];

/** The questions the person asked, page by page. */
export const useAsked = (status: SentQuery['status']) => usePages<SentRequest>(SENT, '/user/requests', { status });

/** All who have not answered a question of the person's, or those of them whom no message has reached, page by page. */
export const useUnanswered = (id: string, isUnreached: boolean) =>
  usePages<UnansweredPage['items'][number]>(
    [...SENT, id, 'unanswered', isUnreached],
    `/requests/${encodeURIComponent(id)}/unanswered`,
    { unreached: String(isUnreached) },
  );

/** Reminds those whom a question of the person's waits for. */
export const useNudge = (id: string) => useAskedAction<void>(id, 'nudge');

/** Withdraws a question of the person's, with a reason. */
export const useWithdraw = (id: string) => useAskedAction<{ reason: string }>(id, 'withdraw');

function useAskedAction<Body>(id: string, action: 'nudge' | 'withdraw') {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => api.send('POST', `/requests/${encodeURIComponent(id)}/${action}`, body),
    onSettled: () => queries.invalidateQueries({ queryKey: KEYS.executions }),
  });
}
