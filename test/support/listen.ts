import { createParser } from 'eventsource-parser';
import type { EventName, ServerEvent } from '../../contract/events.ts';
import { until } from './until.ts';

export interface Listening {
  response: Response;
  events: ServerEvent[];
  ids: string[];
  isOver: boolean;
  of<Name extends EventName>(name: Name): Extract<ServerEvent, { event: Name }>['data'][];
  close(): void;
}

/** Listens to `GET /events` like a client, until told otherwise. @param token a bearer token */
export async function listen(productUrl: string, token: string): Promise<Listening> {
  const abort = new AbortController();
  const response = await fetch(`${productUrl}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  const listening: Listening = {
    response,
    events: [],
    ids: [],
    isOver: false,
    of: (name) => listening.events.flatMap(({ event, data }) => (event === name ? [data as never] : [])),
    close: () => abort.abort(),
  };
  const parser = createParser({
    onEvent({ event, data, id }) {
      listening.events.push({ event, data: JSON.parse(data) } as ServerEvent);
      listening.ids.push(id!);
    },
  });
  void (async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body!) parser.feed(decoder.decode(chunk, { stream: true }));
    } catch {
      // closed by the test
    }
    listening.isOver = true;
  })();
  return listening;
}

/** Resolves with the first heartbeat, after which the stream gets all events. */
export const beating = (stream: Listening): Promise<void> => until(() => stream.of('heartbeat').length > 0);
