import type { FastifyReply } from 'fastify';
import type { Problem, ProblemCode } from '../../../contract/problem.ts';

/** Answers as the server does what it does not grant. */
export function refuse(
  reply: FastifyReply,
  { code, status, ...rest }: { code: ProblemCode; status: number } & Partial<Problem>,
): FastifyReply {
  const problem = { type: `/api/docs#${code}`, title: code, detail: code, instance: '/', code, status, ...rest };
  return reply.code(status).type('application/problem+json').send(JSON.stringify(problem));
}
