import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Asked {
  method: string;
  url: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** A server of an author's own, which records its calls and answers as told. */
export interface Service {
  /** `127.0.0.1:port` */
  host: string;
  asked: Asked[];
  /** The response to a call; an empty object by default. */
  answer: (asked: Asked) => { status?: number; headers?: Record<string, string>; body?: string };
  close(): void;
}

export async function startService(): Promise<Service> {
  const service: Service = { host: '', asked: [], answer: () => ({}), close: () => server.close() };
  const serve = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const { method, url, headers } = request;
    const asked = { method: method!, url: url!, headers, body: await text(request) };
    service.asked.push(asked);
    const { status = 200, headers: own, body = '{}' } = service.answer(asked);
    response.writeHead(status, { 'content-type': 'application/json', ...own }).end(body);
  };
  const server = http.createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  service.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}
