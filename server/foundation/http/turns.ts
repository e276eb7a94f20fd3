import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';

type Answer = ServerResponse<IncomingMessage>;

/** The answer to the newest request of each connection, given or not. */
const newest = new WeakMap<Duplex, Answer>();
/** The answer that has to be given before this one. */
const earlier = new WeakMap<Answer, Answer>();

/**
 * Lets requests that were sent on one connection without waiting for answers begin one after another, and none after an
 * answer that closes the connection: its client may send them again. Register it before all hooks that do anything.
 */
export function takeTurns(app: FastifyInstance): void {
  app.server.prependListener('request', ({ socket }: IncomingMessage, answer: Answer) => {
    const before = newest.get(socket);
    if (before && !before.closed) earlier.set(answer, before);
    newest.set(socket, answer);
  });
  app.addHook('onRequest', async ({ raw }, reply) => {
    const before = earlier.get(reply.raw);
    if (before) await eitherCloses(before, raw);
    earlier.delete(reply.raw);
    const { socket } = raw;
    if (socket.writableEnded || socket.destroyed) return reply.hijack();
  });
}

const eitherCloses = (answer: Answer, request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    if (answer.closed) return resolve();
    answer.once('close', resolve);
    request.once('close', resolve); // with its connection
  });

/** What a connection is doing while it brings bytes that cannot be read, or nothing more. */
export interface SocketState {
  /** An answer that has to be given first. */
  pending: Answer | null;
  /** The request being handled, whose body has not come whole. */
  unfinished: IncomingMessage | null;
  /** Part of its answer was sent. */
  isBegun: boolean;
}

export function standingOf(socket: Duplex): SocketState {
  const answer = newest.get(socket);
  const before = answer?.req.complete ? answer : answer && earlier.get(answer);
  const isInTurn = answer !== undefined && !answer.closed && before === undefined;
  return {
    pending: before && !before.closed ? before : null,
    unfinished: isInTurn ? answer.req : null,
    isBegun: isInTurn && answer.headersSent,
  };
}
