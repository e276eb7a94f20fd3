import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ServerEvent } from '../../../contract/events.ts';
import { keepEventStream, type ConnectionState } from './events.ts';
import { KEYS, useApi } from './queries.ts';

/**
 * Keeps what the person sees in step with the server. Events are hints to read again, never the truth; the heartbeat's
 * version of the inbox tells what a lost connection has missed.
 */
export function useLiveUpdates(onAsked: (requestId: string) => Promise<void>): ConnectionState {
  const api = useApi();
  const queries = useQueryClient();
  const [state, setState] = useState<ConnectionState>('connecting');
  const asked = useRef(onAsked);
  useEffect(() => {
    asked.current = onAsked;
  });
  useEffect(() => {
    let inbox: string | null = null;
    return keepEventStream({
      connect: (signal) => api.stream('/events', signal),
      onState: (next) => {
        if (next === 'reconnecting' || next === 'offline') inbox = null; // executions may have moved as well
        setState(next);
      },
      onEvent: (event) => {
        if (event.event === 'heartbeat') {
          if (event.data.inbox !== inbox) refreshAll(queries);
          inbox = event.data.inbox;
        } else refresh(queries, event);
        if (event.event === 'human_input_required') void asked.current(event.data.requestId);
      },
    });
  }, [api, queries]);
  return state;
}

function refresh(queries: QueryClient, { event }: ServerEvent): void {
  if (event !== 'execution_changed' && event !== 'message_added')
    void queries.invalidateQueries({ queryKey: KEYS.notifications });
  if (event !== 'notification_changed' && event !== 'message_added')
    void queries.invalidateQueries({ queryKey: KEYS.executions });
}

function refreshAll(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: KEYS.notifications });
  void queries.invalidateQueries({ queryKey: KEYS.executions });
}
