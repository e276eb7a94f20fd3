import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { RequestId, toRequestId } from '../../contract/ids.ts';
import { HumanResponseBody, Receipt, RespondBody, SOURCES } from '../../contract/payload.ts';
import { notFound } from '../foundation/errors.ts';
import type { Authenticate } from '../foundation/http/authenticate.ts';
import type { AnswerRequest } from './answerRequest.ts';

interface Parts {
  authenticate: Authenticate;
  answer: AnswerRequest;
}

const IdempotencyKey = z.looseObject({ 'idempotency-key': z.string().min(1).max(100).optional() });

/** Answers of people who are signed in: from their inbox, or from the inline prompt of a chat (behaviour 4). */
export const answerRoutes =
  ({ authenticate, answer }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);
    const response = { 200: Receipt };

    const params = z.object({ id: RequestId });
    app.post(
      '/user/notifications/:id/respond',
      { schema: { tags: ['notifications'], params, headers: IdempotencyKey, body: RespondBody, response } },
      ({ caller, params: { id: requestId }, body, headers }) => {
        const submitted = typeof body === 'string' ? { value: body } : body;
        const submissionId = headers['idempotency-key'];
        return answer({ requestId, responder: caller.person, submitted, source: SOURCES.web, submissionId });
      },
    );

    app.post(
      '/flow/human-response',
      { schema: { tags: ['notifications'], body: HumanResponseBody, response } },
      ({ caller, body: { executionId, nodeId, value, values, note, submissionId } }) => {
        const requestId = toRequestId(executionId, nodeId);
        if (!RequestId.safeParse(requestId).success) throw notFound('request');
        const submitted = value !== undefined ? { value, note } : { values: values!, note };
        return answer({ requestId, responder: caller.person, submitted, source: SOURCES.web_inline, submissionId });
      },
    );
  };
