import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { LlmConfig } from '../../server/foundation/config.ts';

/** A request to the endpoint. */
export interface Asked {
  path: string;
  headers: IncomingHttpHeaders;
  body: {
    model: string;
    messages: { role: string; content: string }[];
    stream: boolean;
    temperature?: number;
    max_tokens?: number;
  };
}

/** How it answers the next requests, by writing to the response. */
export type Behaviour = (response: ServerResponse, asked: Asked) => void;

export interface LlmEndpoint {
  config: LlmConfig;
  asked: Asked[];
  /** Until told otherwise it says `Hello`. */
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

export const KEY = 'sk-test-0123456789';

/** A local endpoint that speaks the chat-completions protocol like the well-known ones. */
export async function startLlmEndpoint(): Promise<LlmEndpoint> {
  const asked: Asked[] = [];
  let behaviour: Behaviour = says('Hello');
  const server = createServer((request, response) => void serve(request, response));
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const order = { path: request.url!, headers: request.headers, body: (await json(request)) as Asked['body'] };
    asked.push(order);
    if (request.headers.authorization === `Bearer ${KEY}`) behaviour(response, order);
    else refuses(401, { message: `Incorrect API key provided: ${request.headers.authorization}` })(response, order);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    config: { baseUrl: `http://127.0.0.1:${port}/v1`, model: 'small', apiKey: KEY },
    asked,
    behave: (next) => void (behaviour = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** One event of the stream. */
export const event = (data: object | string): string =>
  `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

/** A piece of the answer; with a reason, the last one. */
export const piece = (content: string | null, finishReason: string | null = null): string =>
  event({
    id: 'chunk-1',
    object: 'chat.completion.chunk',
    model: 'small-2026',
    choices: [{ index: 0, delta: content === null ? {} : { content }, finish_reason: finishReason }],
  });

export const USAGE = event({
  model: 'small-2026',
  choices: [],
  usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
});
export const DONE = event('[DONE]');

export const streams = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });

/** Answers with these pieces at once, and ends normally. */
export const says =
  (...pieces: string[]): Behaviour =>
  (response) =>
    void streams(response).end([...pieces.map((text) => piece(text)), piece(null, 'stop'), USAGE, DONE].join(''));

export const refuses =
  (status: number, error: object, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ error }));

/** Starts to answer, and continues as the test says. */
export function speaks(): { behaviour: Behaviour; begun: Promise<ServerResponse> } {
  let begin: (response: ServerResponse) => void;
  const begun = new Promise<ServerResponse>((resolve) => (begin = resolve));
  return { behaviour: (response) => begin(streams(response)), begun };
}
