import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../../contract/problem.ts';

/** Calls of one address that do not verify, before they are told to wait. What verifies is never limited. */
const FAILURES_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/**
 * Counts the calls to a webhook that do not verify (behaviour 5.2).
 *
 * @param platform who should have called, in words
 * @returns what counts one; throws ProblemError rate_limited when its address has made too many
 */
export function countFailures(app: FastifyInstance, platform: string): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit({ max: FAILURES_PER_MINUTE, timeWindow: MINUTE_MS });
  return async (request) => {
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    throw new ProblemError('rate_limited', `Too many calls were not from ${platform}.`, {
      retryAfterSeconds: counted.ttlInSeconds,
    });
  };
}
