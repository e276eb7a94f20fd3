import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { SIMPLE_FIELD } from '../../contract/answers.ts';
import type { GivenAnswer } from '../../contract/conversation.ts';
import { RequestId, toRequestId } from '../../contract/ids.ts';
import { HumanResponseBody, Receipt, RespondBody, SOURCES } from '../../contract/payload.ts';
import { check, failed, notFound } from '../foundation/errors.ts';
import type { Authenticate } from '../foundation/http/authenticate.ts';
import type { Conversation } from './conversation.ts';
import { toReceipt } from './receipts.ts';

interface Parts {
  authenticate: Authenticate;
  conversation: Conversation;
}

/** Set by the desktop app. Only a label: the person is authenticated by the same token as on the web. */
const Client = z.looseObject({ 'handback-client': z.enum(['web', 'desktop']).default('web') });
const IdempotencyKey = Client.extend({ 'idempotency-key': z.string().min(1).max(100).optional() });

/** Answers of signed-in people: from their inbox, or from the inline prompt of a chat (behaviour 4). */
export const answerRoutes =
  ({ authenticate, conversation }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);
    const response = { 200: Receipt };
    const config = { checksTexts: ['body', 'value', 'values', 'comment'] }; // answers are told by the names of their fields

    const params = z.object({ id: RequestId });
    app.post(
      '/user/notifications/:id/respond',
      { config, schema: { tags: ['notifications'], params, headers: IdempotencyKey, body: RespondBody, response } },
      async ({ caller, params: { id: requestId }, body, headers }) => {
        const read = readerOf(typeof body === 'string' ? { value: body } : body);
        const submissionId = headers['idempotency-key'];
        const given = {
          requestId,
          responder: caller.person,
          source: SOURCES[headers['handback-client']],
          submissionId,
          read,
        };
        return toReceipt(await conversation.answer(given));
      },
    );

    app.post(
      '/flow/human-response',
      { config, schema: { tags: ['notifications'], headers: Client, body: HumanResponseBody, response } },
      async ({ caller, headers, body: { executionId, nodeId, submissionId, ...body } }) => {
        const requestId = toRequestId(executionId, nodeId);
        if (!RequestId.safeParse(requestId).success) throw notFound('request');
        const read = readerOf(body);
        const source = headers['handback-client'] === 'desktop' ? SOURCES.desktop_inline : SOURCES.web_inline;
        const given = { requestId, responder: caller.person, source, submissionId, read };
        return toReceipt(await conversation.answer(given));
      },
    );
  };

interface Body {
  value?: string | null;
  values?: Record<string, unknown>;
  note?: string;
  comment?: string;
}

/** A question that is not a form has one field, so one value is enough (behaviour 2.3). */
const readerOf =
  ({ value, values, note, comment }: Body): GivenAnswer['read'] =>
  ({ inputType }) => {
    if (typeof value !== 'string') return { values: values!, note, comment };
    if (inputType === 'form') throw failed({ value: check('formValues') });
    return { values: { [SIMPLE_FIELD]: value }, note, comment };
  };
