import type { EventName } from '../../contract/events.ts';
import type { ConnectionState } from '../eventStream.ts';
import { createEventHub, type EventHub } from './eventHub.ts';
import type { Ask } from './serverCalls.ts';

/** The app's single event stream while somebody is signed in. */
export interface Listening {
  begin(): void;
  end(): void;
  /** Reconnects at once if the connection is lost. */
  wake(): void;
  /** Reconnects even if the connection still looks alive, because the machine slept. */
  renew(): void;
  /** A copy of the stream for a window; null: there is none. */
  copy(request: Request): Response | null;
  state(): ConnectionState;
}

export interface ListeningParts {
  ask: Ask;
  isOnline(): boolean;
  onEvent(event: EventName): void;
  /** The inbox version differs from the last one. */
  onMissed(): void;
  onChange(): void;
}

export function createListening({ ask, isOnline, onEvent, onMissed, onChange }: ListeningParts): Listening {
  const online = new Set<() => void>();
  const lost = new Set<() => void>();
  let hub: EventHub | null = null;
  let connection: ConnectionState = 'connecting';
  let inbox: string | null = null;
  const become = (state: ConnectionState): void => {
    if (state !== 'live') inbox = null;
    connection = state;
    onChange();
  };
  const wake = (): void => online.forEach((tryAgain) => tryAgain());
  const network = {
    isOnline,
    listen(onOnline: () => void, onOffline: () => void) {
      online.add(onOnline);
      lost.add(onOffline);
      return () => {
        online.delete(onOnline);
        lost.delete(onOffline);
      };
    },
  };

  return {
    begin() {
      hub ??= createEventHub({
        network,
        onState: become,
        onEvent({ event, data }) {
          if (event === 'heartbeat' && data.inbox !== inbox) {
            inbox = data.inbox;
            onMissed();
          }
          onEvent(event);
        },
        async connect(signal) {
          const response = await ask('/events', { signal, headers: { accept: 'text/event-stream' } });
          if (!response.ok) throw new Error(`status ${response.status}`);
          return response;
        },
      });
    },
    end() {
      hub?.close();
      hub = null;
      become('connecting');
    },
    wake,
    renew() {
      lost.forEach((lose) => lose());
      wake();
    },
    copy(request) {
      const copied = hub?.answer(request) ?? null;
      if (copied?.type === 'error') wake();
      return copied;
    },
    state: () => connection,
  };
}
