import { createParser } from 'eventsource-parser';
import type { ServerEvent } from '../../contract/events.ts';

/** The same response; every event in it is also passed on, once it is read. */
export function heardOf(response: Response, hear: (event: ServerEvent) => void): Response {
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent: ({ event, data }) => hear({ event, data: JSON.parse(data) } as ServerEvent),
  });
  const tap = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, passedOn) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      passedOn.enqueue(chunk);
    },
  });
  return new Response(response.body!.pipeThrough(tap), response);
}
