import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { ChannelHost } from '../../contract/channel.ts';
import { ProblemError } from '../../contract/problem.ts';
import type { Receiver } from './receive.ts';
import type { Verified, Verify } from './verify.ts';

/** Calls of one address that do not verify, before they are told to wait. What verifies is never limited. */
const FAILURES_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/** `POST /messages`: where Teams calls (spec part 5.2). */
export function webhook(verify: Verify, { receive }: Receiver, { log }: Pick<ChannelHost, 'log'>): FastifyPluginAsync {
  return async (app) => {
    const countFailure = app.createRateLimit({ max: FAILURES_PER_MINUTE, timeWindow: MINUTE_MS });

    async function verified(request: FastifyRequest): Promise<Verified> {
      try {
        return await verify(request.body, request.headers.authorization);
      } catch (error) {
        const { code } = error as ProblemError;
        if (code !== 'forbidden') await refuseIfOften(request); // what Teams itself has signed is no attempt to be somebody else
        log.warn({ code }, 'a call that says it is from Teams was refused');
        throw error;
      }
    }

    async function refuseIfOften(request: FastifyRequest): Promise<void> {
      const count = await countFailure(request);
      if (count.isAllowed || !count.isExceeded) return;
      throw new ProblemError('rate_limited', 'Too many calls were not from Teams.', {
        retryAfterSeconds: count.ttlInSeconds,
      });
    }

    app.post('/messages', { config: { rateLimit: false } }, async (request, reply) => {
      const call = await verified(request);
      if (call.activity.type === 'invoke') return reply.code(501).send();
      await receive(call);
      return reply.code(200).send();
    });
  };
}
