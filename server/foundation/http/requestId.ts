import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { newId } from '../newId.ts';

const HEADER = 'x-request-id';
/** Safe in logs and headers: nothing that could end a line or a quotation. */
const WELL_FORMED = /^[\w.:-]{8,128}$/;

/**
 * Gives every request an id, so that an answer, its problem and its log lines can be matched. An id from a trusted
 * proxy is kept; other clients could forge ids to make unrelated lines look related.
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

/** Sets the id on Node's own response, so that streams and code that bypasses the framework send it too. */
export function installRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.setHeader(HEADER, request.id);
    done();
  });
}

/** For answers that bypass the hooks. */
export const requestIdHeader = (id: string): Record<string, string> => ({ [HEADER]: id });
