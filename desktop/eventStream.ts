import { createParser } from 'eventsource-parser';
import type { ServerEvent } from '../contract/events.ts';
import { reconnectDelayMs } from './reconnectDelay.ts';

export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'offline';

/** The server sends a heartbeat every 15 s; after this much silence the connection counts as dead. */
const SILENCE_MS = 40_000;

/** The state of the network: in a window from the browser, in the main process from the system. */
export interface Network {
  isOnline(): boolean;
  /** @returns a function that unsubscribes */
  listen(online: () => void, offline: () => void): () => void;
}

export interface EventStreamParts {
  network: Network;
  connect(signal: AbortSignal): Promise<Response>;
  onEvent(event: ServerEvent): void;
  onState(state: ConnectionState): void;
  /** The server stops, and this reader comes back after this time. */
  onBye?(reconnectInMs: number): void;
}

/** Keeps an event stream open until the returned function is called, and reports its state. */
export function keepEventStream({ network, connect, onEvent, onState, onBye }: EventStreamParts): () => void {
  const end = new AbortController();
  let wake = (): void => undefined;
  let lose = (): void => undefined;
  let attempt = 0;
  let toldMs: number | null = null;
  const onOnline = (): void => {
    attempt = 0; // an attempt that fails right now started before
    wake();
  };
  const onOffline = (): void => lose(); // otherwise it takes up to `SILENCE_MS` to notice
  const endListening = network.listen(onOnline, onOffline);

  async function run(): Promise<void> {
    onState('connecting');
    while (!end.signal.aborted) {
      const lost = new AbortController();
      lose = () => lost.abort();
      await readStream(connect, AbortSignal.any([end.signal, lost.signal]), (event) => {
        attempt = 0;
        if (event.event === 'bye') {
          toldMs = event.data.reconnectInMs;
          return onBye?.(toldMs);
        }
        onState('live');
        onEvent(event);
      });
      if (end.signal.aborted) return;
      attempt += 1;
      onState(network.isOnline() ? 'reconnecting' : 'offline');
      await pause(toldMs ?? reconnectDelayMs(attempt, Math.random()));
      toldMs = null;
      if (network.isOnline() && !end.signal.aborted) onState('reconnecting');
    }
  }

  const pause = (delayMs: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, delayMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  void run();
  return () => {
    end.abort();
    wake();
    endListening();
  };
}

/** Reads one stream until it ends or fails. Nothing is heard once it is given up, even if it has arrived. */
async function readStream(
  connect: EventStreamParts['connect'],
  end: AbortSignal,
  onEvent: (event: ServerEvent) => void,
): Promise<void> {
  const silence = new AbortController();
  const signal = AbortSignal.any([end, silence.signal]);
  let watchdog = setTimeout(() => silence.abort(), SILENCE_MS);
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event && !end.aborted) onEvent({ event, data: JSON.parse(data) as unknown } as ServerEvent);
    },
  });
  try {
    const { body } = await connect(signal);
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => silence.abort(), SILENCE_MS);
      parser.feed(part.value);
    }
  } catch {
    // the caller reconnects after any error
  } finally {
    clearTimeout(watchdog);
    silence.abort();
  }
}
