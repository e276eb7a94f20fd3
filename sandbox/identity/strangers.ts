import type { FastifyReply, FastifyRequest } from 'fastify';

/** Lets commands on this machine pass and nobody else: no page in a browser, and no name that leads here from outside. */
export async function refuseStrangers(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const isLocal = /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.headers.host ?? '');
  if (isLocal && !request.headers.origin && !request.headers['sec-fetch-site']) return undefined;
  return reply.code(403).send({ error: 'Only scripts on this machine may ask for a token.' });
}
