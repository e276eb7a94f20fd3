import type { FastifyInstance, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const squeeze = promisify(gzip);

/** Smaller answers fit into one packet anyway, and are sent uncompressed. */
const WORTH_BYTES = 1400;

/**
 * Compresses long JSON answers for clients that accept gzip: an inbox of thousands shrinks to a twentieth. Pages are
 * never compressed: they mix secrets with text an attacker may have supplied, and their length would give the secrets
 * away (BREACH). API answers go only to the bearer of a token, and no other site can trigger them.
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

/** Clients that send weights (`gzip;q=0`) get no compression. */
const readsGzip = ({ headers }: FastifyRequest): boolean =>
  String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((encoding) => encoding.trim() === 'gzip');
