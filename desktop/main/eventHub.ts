import type { ServerEvent } from '../../contract/events.ts';
import { keepEventStream, type ConnectionState, type Network } from '../eventStream.ts';

/** One event stream for the whole app: the main process reads it, and each window has a copy. */
export interface EventHub {
  /** A copy of the stream for a window. Starts with the newest heartbeat; refused while there is no stream. */
  answer(request: Request): Response;
  close(): void;
}

export interface EventHubParts {
  network: Network;
  connect(signal: AbortSignal): Promise<Response>;
  onEvent(event: ServerEvent): void;
  onState(state: ConnectionState): void;
}

type Window = ReadableStreamDefaultController<Uint8Array>;

/** How many events may queue for a window that does not read. */
const MOST_WAITING = 1_000;
/** Windows come back this much later than the app, when it probably has its stream again. */
const LATER_MS = 500;

const toBytes = ({ event, data }: ServerEvent): Uint8Array =>
  new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

export function createEventHub({ network, connect, onEvent, onState }: EventHubParts): EventHub {
  const windows = new Set<Window>();
  let heartbeat: ServerEvent | null = null;
  const forget = (window: Window): void => {
    if (!windows.delete(window)) return;
    try {
      window.close();
    } catch {
      // its reader is gone
    }
  };
  const passOn = (event: ServerEvent): void => {
    const bytes = toBytes(event);
    for (const window of windows) {
      if ((window.desiredSize ?? 0) < -MOST_WAITING) forget(window);
      else window.enqueue(bytes);
    }
  };
  const end = keepEventStream({
    network,
    connect,
    onState(state) {
      if (state !== 'live') {
        heartbeat = null;
        [...windows].forEach(forget);
      }
      onState(state);
    },
    // a window that came back earlier would make the app do so too, at the same time as all others
    onBye: (reconnectInMs) => passOn({ event: 'bye', data: { reconnectInMs: reconnectInMs + LATER_MS } }),
    onEvent(event) {
      if (event.event === 'heartbeat') heartbeat = event;
      passOn(event);
      onEvent(event);
    },
  });

  return {
    answer({ signal }) {
      if (!heartbeat) return Response.error();
      const first = toBytes(heartbeat);
      let own: Window;
      const body = new ReadableStream<Uint8Array>({
        start(window) {
          own = window;
          windows.add(window);
          window.enqueue(first);
          signal.addEventListener('abort', () => forget(window));
        },
        cancel: () => void windows.delete(own),
      });
      return new Response(body, {
        headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
      });
    },
    close() {
      end();
      [...windows].forEach(forget);
    },
  };
}
