import type { FastifyPluginAsync, onRequestHookHandler } from 'fastify';
import type { ServerEvent } from '../../../contract/events.ts';
import type { Authenticate } from '../../foundation/http/authenticate.ts';
import { ProblemError } from '../../foundation/errors.ts';
import type { Directory } from '../../people/directory/directory.ts';
import type { EventStreams } from './eventStream.ts';
import { createKnownListener } from './knownListener.ts';

interface Parts {
  authenticate: Authenticate;
  streams: EventStreams;
  directory: Pick<Directory, 'personById' | 'groupsOf'>;
  now(): number;
  /** Measures durations. */
  steady(): number;
  /** How long a stream that has ended waits for its reader, in ms. */
  lingerMs?: number;
}

const MOST_STREAMS = 20_000;
/** Per person, across tabs and devices; more than this is no normal use. */
const MOST_OF_ONE_PERSON = 50;
/** A reader this far behind is disconnected and reads everything again. */
const MOST_BUFFERED_BYTES = 256 * 1024;
/** A reader that has stopped would otherwise keep the connection, and its place among the person's streams, forever. */
const LINGER_MS = 30_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborted when the client disconnects. Set by `watchDisconnect`; absent on routes without it. */
    gone: AbortSignal;
  }
}

/** Runs before the first await of a route: a connection closed during sign-in emits no later `close`. */
const watchDisconnect: onRequestHookHandler = (request, reply, done) => {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  request.gone = gone.signal;
  done();
};

/** `GET /events`: server-sent events for the caller, until their token expires or they leave the directory. */
export const eventRoutes =
  ({ authenticate, streams, directory, now, steady, lingerMs = LINGER_MS }: Parts): FastifyPluginAsync =>
  async (app) => {
    const route = {
      onRequest: [watchDisconnect, authenticate],
      exposeHeadRoute: false,
      config: { hasNoTurn: true, isStream: true },
    };
    app.get('/events', route, (request, reply) => {
      const { caller, gone } = request;
      const { person, tokenExpiresAt } = caller;
      if (gone.aborted) return void reply.hijack();
      if (streams.count(person.id) >= MOST_OF_ONE_PERSON)
        throw new ProblemError('rate_limited', 'You have too many event streams open.', { retryAfterSeconds: 30 });
      if (streams.count() >= MOST_STREAMS)
        throw new ProblemError('unavailable', 'Too many event streams are open.', { retryAfterSeconds: 30 });
      const { raw } = reply.hijack();
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        connection: 'close', // nothing else follows on it; keep-alive would delay a server's stop
        'x-content-type-options': 'nosniff',
      });
      let id = 0;
      let lingering: NodeJS.Timeout | undefined;
      const end = () => {
        raw.end();
        lingering ??= setTimeout(() => raw.destroy(), lingerMs);
      };
      const bye = (reconnectInMs: number) => {
        if (raw.writableEnded) return; // see `send`
        raw.write(`retry: ${reconnectInMs}\n`);
        send({ event: 'bye', data: { reconnectInMs } });
        end();
      };
      const send = ({ event, data }: ServerEvent) => {
        if (raw.writableEnded) return; // a stalled client keeps it open; a write after end crashes the process
        if (raw.writableLength > MOST_BUFFERED_BYTES) return void raw.destroy();
        raw.write(`id: ${++id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      };
      const tell = createKnownListener({ person, directory, steady, send, end });
      const close = streams.open({ person: person.id, send: tell, bye });
      const expiry = setTimeout(end, Math.min(tokenExpiresAt - now(), 2 ** 31 - 1));
      gone.addEventListener('abort', () => {
        clearTimeout(expiry);
        clearTimeout(lingering);
        close();
      });
    });
  };
