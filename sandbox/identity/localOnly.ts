import type { FastifyReply, FastifyRequest } from 'fastify';

/** Only lets commands on this machine pass: no browser pages, and no other host names that resolve to it. */
export async function requireLocalCommand(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const isLocal = /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.headers.host ?? '');
  if (isLocal && !request.headers.origin && !request.headers['sec-fetch-site']) return undefined;
  return reply.code(403).send({ error: 'Only scripts on this machine may ask for a token.' });
}
