import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { newId } from '../newId.ts';

const HEADER = 'x-request-id';
/** What may stand in a log and in a header of ours: nothing that could end a line or a quotation. */
const WELL_FORMED = /^[\w.:-]{8,128}$/;

/**
 * Names every request, so that an answer, its problem and the lines of the log can be laid side by side. The id that a
 * trusted proxy gave is kept; anybody else could make lines look as if they belonged together.
 *
 * @param isTrusted whether an address is that of a trusted proxy
 */
export function createRequestIds(isTrusted: (address: string) => boolean): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers[HEADER];
    const isTaken = typeof given === 'string' && WELL_FORMED.test(given) && isTrusted(socket.remoteAddress ?? '');
    return isTaken ? given : newId();
  };
}

/** Puts the id on every answer: on Node's own, so that streams and whoever writes past the framework have it too. */
export function installRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.setHeader(HEADER, request.id);
    done();
  });
}

/** For answers that no hook sees. */
export const requestIdHeader = (id: string): Record<string, string> => ({ [HEADER]: id });
