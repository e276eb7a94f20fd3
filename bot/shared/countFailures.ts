import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../../contract/problem.ts';

/** The most unverified calls from one IP address per minute. Verified calls are never limited. */
const FAILURES_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/**
 * Rate limits unverified calls to a webhook (behaviour 5.2).
 *
 * @param platform the expected caller, in words
 * @returns a function that counts one call; throws ProblemError rate_limited if its address made too many
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
