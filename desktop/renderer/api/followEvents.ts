import type { Query, QueryClient } from '@tanstack/react-query';
import type { ServerEvent } from '../../../contract/events.ts';
import { keepEventStream, type ConnectionState, type Network } from '../../eventStream.ts';
import type { Api } from './api.ts';
import { createGathering } from './gather.ts';
import { catchUp } from './inbox.ts';
import { messagesKey } from './messagesKey.ts';
import { KEYS } from './queries.ts';
import { hearTyped } from './typing.ts';

export interface FollowParts {
  queries: QueryClient;
  api: Pick<Api, 'inbox' | 'stream'>;
  network: Network;
  onState(state: ConnectionState): void;
  /** A question was stored. */
  onAsked(requestId: string): void;
}

/**
 * Keeps the cached queries in sync with the server, until the returned function is called. Events are only hints to
 * reload; the heartbeat's inbox version reveals what a lost connection missed.
 */
export function followEvents({ queries, api, network, onState, onAsked }: FollowParts): () => void {
  let inbox: string | null = null;
  const readSoon = createGathering<readonly string[]>((queryKey) => readAgain(queries, queryKey));
  return keepEventStream({
    network,
    connect: (signal) => api.stream('/events', signal),
    onState(next) {
      if (next === 'reconnecting' || next === 'offline') inbox = null; // executions may have changed as well
      onState(next);
    },
    onEvent(event) {
      if (event.event === 'heartbeat') {
        if (event.data.inbox !== inbox) WORK.forEach(readSoon);
        inbox = event.data.inbox;
        void catchUp(queries, api, inbox);
      } else if (event.event === 'message_added') readAgain(queries, messagesKey(event.data));
      else staleAfter(event).forEach(readSoon);
      if (event.event === 'message_delta') hearTyped(queries, event.data);
      if (event.event === 'human_input_required') onAsked(event.data.requestId);
    },
  });
}

/**
 * Reloads a query. A first read still in flight may predate the event, so it is repeated when it is done; loaded data
 * is reloaded at once.
 */
function readAgain(queries: QueryClient, queryKey: readonly string[]): void {
  const isFirst = ({ state }: Query): boolean => state.data === undefined;
  for (const query of queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching', predicate: isFirst }))
    void query.promise?.then(
      () => queries.invalidateQueries({ queryKey: query.queryKey, exact: true }),
      () => undefined,
    );
  void queries.invalidateQueries({ queryKey });
}

/** The query keys that an event invalidates; none for events that this client does not know. */
function staleAfter({ event }: ServerEvent): readonly (readonly string[])[] {
  switch (event) {
    case 'assignment_changed':
      return [KEYS.assignments];
    case 'execution_changed':
      return [KEYS.executions];
    case 'notification_changed':
      return [KEYS.notifications, KEYS.assignments];
    case 'human_input_required':
    case 'request_updated':
      return [KEYS.notifications, KEYS.executions];
    case 'changes_missed':
      return [KEYS.notifications, ...WORK];
    default:
      return [];
  }
}

/** Query keys that may change together with the inbox. */
const WORK: readonly (readonly string[])[] = [KEYS.executions, KEYS.chats, KEYS.assignments];
