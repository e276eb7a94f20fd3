import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Knex } from 'knex';
import { z } from 'zod';
import type { Answer } from '../../contract/channel.ts';
import { RequestId, toRequestId } from '../../contract/ids.ts';
import { HumanResponseBody, Receipt, RespondBody, SOURCES } from '../../contract/payload.ts';
import { notFound, ProblemError } from '../foundation/errors.ts';
import type { Authenticate, Caller } from '../foundation/http/authenticate.ts';
import type { AnswerRequest } from './answerRequest.ts';
import { findConcerning } from './concerned.ts';

interface Parts {
  authenticate: Authenticate;
  reader: Knex;
  answer: AnswerRequest;
}

const IdempotencyKey = z.looseObject({ 'idempotency-key': z.string().min(1).max(100).optional() });

/** Answers of people who are signed in: from their inbox, or from the inline prompt of a chat (spec part 4). */
export const answerRoutes =
  ({ authenticate, reader, answer }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);
    const response = { 200: Receipt };

    const answerAs = (caller: Caller, given: Omit<Answer, 'responder'>) =>
      answer({ ...given, responder: caller.person }).catch(async (error: unknown) => {
        if (!(error instanceof ProblemError) || error.code !== 'not_assignee') throw error;
        const isConcerned = (await findConcerning(reader, given.requestId, caller)) !== null;
        throw isConcerned ? error : notFound('request'); // whether it exists is nobody else's business
      });

    const params = z.object({ id: RequestId });
    app.post(
      '/user/notifications/:id/respond',
      { schema: { tags: ['notifications'], params, headers: IdempotencyKey, body: RespondBody, response } },
      ({ caller, params: { id: requestId }, body, headers }) => {
        const submitted = typeof body === 'string' ? { value: body } : body;
        const submissionId = headers['idempotency-key'];
        return answerAs(caller, { requestId, submitted, source: SOURCES.web, submissionId });
      },
    );

    app.post(
      '/flow/human-response',
      { schema: { tags: ['notifications'], body: HumanResponseBody, response } },
      ({ caller, body: { executionId, nodeId, value, values, note, submissionId } }) => {
        const requestId = toRequestId(executionId, nodeId);
        if (!RequestId.safeParse(requestId).success) throw notFound('request');
        const submitted = value !== undefined ? { value, note } : { values: values!, note };
        return answerAs(caller, { requestId, submitted, source: SOURCES.web_inline, submissionId });
      },
    );
  };
