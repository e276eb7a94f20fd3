import { createParser } from 'eventsource-parser';
import type { ServerEvent } from '../contract/events.ts';
import { reconnectDelayMs } from './reconnectDelay.ts';

export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'offline';

/** The server speaks every 15 s; after this long without a word the connection is taken for dead. */
const SILENCE_MS = 40_000;

/** What is known of the network beside the stream: in a window the browser's own word, in the main process what the system says. */
export interface Network {
  isOnline(): boolean;
  /** @returns what ends it */
  listen(online: () => void, offline: () => void): () => void;
}

export interface EventStreamParts {
  network: Network;
  connect(signal: AbortSignal): Promise<Response>;
  onEvent(event: ServerEvent): void;
  onState(state: ConnectionState): void;
}

/** Keeps a stream of events open until the returned function is called; says at every moment how that fares. */
export function keepEventStream({ network, connect, onEvent, onState }: EventStreamParts): () => void {
  const end = new AbortController();
  let wake = (): void => undefined;
  let lose = (): void => undefined;
  let attempt = 0;
  let toldMs: number | null = null;
  const onOnline = (): void => {
    attempt = 0; // an attempt that is just failing was one of before
    wake();
  };
  const onOffline = (): void => lose(); // the stream itself would be silent for a while before anybody noticed
  const endListening = network.listen(onOnline, onOffline);

  async function run(): Promise<void> {
    onState('connecting');
    while (!end.signal.aborted) {
      const lost = new AbortController();
      lose = () => lost.abort();
      await readStream(connect, AbortSignal.any([end.signal, lost.signal]), (event) => {
        attempt = 0;
        if (event.event === 'bye') return void (toldMs = event.data.reconnectInMs);
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

/** Reads one stream until it ends, for whatever reason. */
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
      if (event) onEvent({ event, data: JSON.parse(data) as unknown } as ServerEvent);
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
    // the caller connects again, whatever it was
  } finally {
    clearTimeout(watchdog);
    silence.abort();
  }
}
