import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../errors.ts';

export interface HttpLimits {
  /** Of a JSON body. */
  bodyBytes: number;
  /** Levels of objects and arrays within each other. */
  depth: number;
  /** Of one caller, or of one address where nobody has signed in. */
  requestsPerMinute: number;
}

export const HTTP_LIMITS: HttpLimits = { bodyBytes: 1024 * 1024, depth: 20, requestsPerMinute: 600 };

/** Refuses what no handler should ever see. Register it where the API's routes are registered. */
export async function installLimits(app: FastifyInstance, { depth, requestsPerMinute }: HttpLimits): Promise<void> {
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: 60_000,
    hook: 'preParsing', // after authentication: people behind one address share no limit; what is malformed counts too
    keyGenerator: (request: FastifyRequest) => request.caller?.person.id ?? request.ip,
    errorResponseBuilder: (_request, { ttl }) =>
      new ProblemError('rate_limited', 'You have sent too many requests.', {
        retryAfterSeconds: Math.ceil(ttl / 1000),
      }),
  });
  app.addHook('preValidation', async ({ body, query, params }) => {
    for (const part of [body, query, params]) refuseUnreadable(part, depth);
  });
}

/** @throws ProblemError malformed: nested too deep, or a NUL, which PostgreSQL cannot store */
function refuseUnreadable(part: unknown, depth: number): void {
  let level: unknown[] = [part];
  for (let depthLeft = depth; level.length > 0; depthLeft--) {
    if (depthLeft < 0) throw new ProblemError('malformed', `The body is nested deeper than ${depth} levels.`);
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string') refuseNul(value);
      else if (Array.isArray(value)) for (const each of value) next.push(each);
      else if (typeof value === 'object' && value !== null)
        for (const [key, each] of Object.entries(value)) {
          refuseNul(key);
          next.push(each);
        }
    }
    level = next;
  }
}

function refuseNul(text: string): void {
  if (text.includes('\0')) throw new ProblemError('malformed', 'A text holds the character NUL.');
}
