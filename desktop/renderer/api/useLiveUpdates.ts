import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ConnectionState, Network } from '../../eventStream.ts';
import { followEvents } from './followEvents.ts';
import { useApi } from './queries.ts';

const network: Network = {
  isOnline: () => navigator.onLine,
  listen(online, offline) {
    window.addEventListener('online', online);
    window.addEventListener('offline', offline);
    return () => {
      window.removeEventListener('online', online);
      window.removeEventListener('offline', offline);
    };
  },
};

/** Keeps the client in sync with the server. */
export function useLiveUpdates(onAsked: (requestId: string) => Promise<void>): ConnectionState {
  const api = useApi();
  const queries = useQueryClient();
  const [state, setState] = useState<ConnectionState>('connecting');
  const asked = useRef(onAsked);
  useEffect(() => {
    asked.current = onAsked;
  });
  useEffect(
    () => followEvents({ queries, api, network, onState: setState, onAsked: (id) => void asked.current(id) }),
    [api, queries],
  );
  return state;
}
