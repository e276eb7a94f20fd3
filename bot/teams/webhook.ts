import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { ProblemError } from '../../contract/problem.ts';
import { countFailures } from '../shared/countFailures.ts';
import type { Receiver } from './receive.ts';
import type { Search } from './search.ts';
import type { Verified, Verify } from './verify.ts';

/** The receiving side of Teams' calls. */
export interface TeamsEndpoint {
  verify: Verify;
  receive: Receiver['receive'];
  search: Search;
}

/** `POST /messages`: receives calls from Teams (behaviour 5.2). */
export function webhook(opened: () => TeamsEndpoint | null): FastifyPluginAsync {
  return async (app) => {
    const countFailure = countFailures(app, 'Teams');

    async function verified({ verify }: TeamsEndpoint, request: FastifyRequest): Promise<Verified> {
      try {
        return await verify(request.body, request.headers.authorization);
      } catch (error) {
        const { code } = error as ProblemError;
        if (code !== 'forbidden') await countFailure(request); // a call signed by Teams is not an impersonation attempt
        request.log.debug({ code }, 'a call that says it is from Teams was refused');
        throw error;
      }
    }

    app.post('/messages', { config: { rateLimit: false } }, async (request, reply) => {
      const door = opened();
      if (!door) throw new ProblemError('not_found', 'Teams is not set up here.');
      const { receive, search } = door;
      const call = await verified(door, request);
      if (call.activity.type === 'invoke') {
        const found = await search(call, request.log);
        return found ? reply.send(found) : reply.code(501).send();
      }
      await receive(call, request.log);
      return reply.code(200).send();
    });
  };
}
