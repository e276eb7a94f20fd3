import type { FastifyReply } from 'fastify';
import type { Problem, ProblemCode } from '../../../contract/problem.ts';

/** Refuses as the server does. */
export function refuse(
  reply: FastifyReply,
  { code, status, ...rest }: { code: ProblemCode; status: number } & Partial<Problem>,
): FastifyReply {
  const problem = { type: `/api/docs#${code}`, title: code, detail: code, instance: '/', code, status, ...rest };
  return reply.code(status).type('application/problem+json').send(JSON.stringify(problem));
}
