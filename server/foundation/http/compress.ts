import type { FastifyInstance, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const squeeze = promisify(gzip);

/** What fits into one packet anyway is sent as it is. */
const WORTH_BYTES = 1400;

/**
 * Compresses long JSON answers for whoever can read that: an inbox of thousands is a twentieth of its size then. Pages
 * are never compressed: they hold what must not be guessed from their length beside what a stranger may have put in. An
 * answer of the API goes to the bearer of a token only, whom no stranger can make ask.
 */
export function installCompression(app: FastifyInstance): void {
  app.addHook<unknown>('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || !isJson(reply.getHeader('content-type'))) return payload;
    reply.header('vary', 'accept-encoding');
    if (payload.length < WORTH_BYTES || request.method === 'HEAD' || !readsGzip(request)) return payload;
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    return squeeze(payload);
  });
}

const isJson = (type: unknown): boolean => /^application\/([\w.-]+\+)?json\b/.test(String(type));

/** Whoever weighs encodings against each other (`gzip;q=0`) gets none. */
const readsGzip = ({ headers }: FastifyRequest): boolean =>
  String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((encoding) => encoding.trim() === 'gzip');
